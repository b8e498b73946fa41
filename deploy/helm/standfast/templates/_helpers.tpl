{{- define "standfast.name" -}}
{{- if contains "standfast" .Release.Name }}{{ .Release.Name }}{{ else }}{{ .Release.Name }}-standfast{{ end -}}
{{- end }}

{{- define "standfast.selector" -}}
app.kubernetes.io/name: standfast
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "standfast.labels" -}}
{{ include "standfast.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{/* The account, file system and privileges of every pod: none that it does not need. */}}
{{- define "standfast.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "standfast.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{- define "standfast.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "standfast.env" -}}
- name: STANDFAST_STORE
  value: {{ required "database.url: the address of the database, without its password" .Values.database.url | quote }}
- name: PGPASSFILE
  value: /run/standfast/pgpass
{{- with .Values.telemetry.endpoint }}
- name: OTEL_EXPORTER_OTLP_ENDPOINT
  value: {{ . | quote }}
- name: OTEL_SERVICE_NAME
  value: standfast
{{- end }}
{{- end }}

{{- define "standfast.mounts" -}}
- name: home
  mountPath: /var/lib/standfast
- name: temporary
  mountPath: /tmp
- name: password
  mountPath: /run/standfast
  readOnly: true
{{- end }}

{{/* libpq reads a password file that only its owner can read: hence the mode. */}}
{{- define "standfast.volumes" -}}
- name: home
  emptyDir: {}
- name: temporary
  emptyDir: {}
- name: password
  secret:
    secretName: {{ required "database.passwordSecret.name: a Secret with a line of a .pgpass file" .Values.database.passwordSecret.name }}
    defaultMode: 0400
    items:
      - key: {{ .Values.database.passwordSecret.key }}
        path: pgpass
{{- end }}
