"""Judge what a value is assigned to: does the name promise a secret, and how firmly?

Owns the vocabulary of secret names in many spellings (`DB_PASSWORD`, `clientSecret`, `x-api-key`, `aws.secret-key`) and
of the names that only sound like one (`token_count`, `keyboard`, `password_policy`). Pure functions over short strings.
Neighbours: values.py judges the value, assignments.py brings the two together.
"""

from __future__ import annotations

import re


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


NONE, WEAK, TOKEN, PASSWORD = 0, 1, 2, 3

# Where a name may begin to sound secret; the scanners look for these in lower-cased text.
STEMS = (
    "pass", "pwd", "pswd", "psw", "secret", "token", "key", "auth", "cred", "bearer", "jwt", "psk", "senha", "kennwort",
    "contrase", "mdp", "wachtwoord", "haslo", "parola", "пароль", "密码", "salt", "signature", "sig=", "sessid",
    "sessionid", "session_id", "mnemonic", "seed", "otp", "hmac", "_pat", "_sas", "pepper",
)  # fmt: skip

_PASSWORDS = _words(
    """password passwd passwrd passwort passphrase passcode pwd pswd psw pass passw senha kennwort contrasena
    contraseña mdp motdepasse wachtwoord haslo parola hasło пароль 密码 userpass dbpass rootpass adminpass mypass
    smtppass mailpass ftppass dbpassword dbpasswd dbpwd userpassword userpwd rootpassword adminpassword pgpassword
    mysqlpwd sshpass redispassword sudopass storepass keypass"""
)
_TOKENS = _words(
    """secret secrets token tokens apikey apikeys apitoken accesstoken accesskey secretkey privatekey authkey authtoken
    appkey appsecret clientsecret sharedkey masterkey signingkey encryptionkey bearer credential credentials creds
    cred auth jwt sas psk presharedkey signature sig sessionid sessid phpsessid jsessionid sessiontoken sessionkey
    mnemonic otp totp refreshtoken idtoken oauthtoken servicekey licensekey licencekey accountkey storagekey
    deploykey sshkey apisecret consumersecret consumerkey webhooksecret hmac hmackey cookiesecret accesssecret
    passkey authorization pat usertoken bottoken slacktoken ghtoken githubtoken npmtoken authcode sharedsecret
    subscriptionkey hostkey functionskey instrumentationkey xapikey seedphrase salt pepper"""
)
# A word before "key" that makes it a key to something rather than a key of a table.
_KEY_OF = _words(
    """api access secret private auth app application client consumer signing signature encryption encrypt decryption
    crypto cipher aes hmac rsa ssh deploy master root admin service account storage shared preshared security
    session subscription license licence product activation webhook user project server host site integration ingest
    write read push publishable restricted live prod production test staging sandbox maps openai anthropic stripe
    aws azure gcp google github gitlab slack sendgrid mailgun twilio datadog algolia x functions bot write sas pat
    dsn token bearer bucket vault transit recovery unseal wallet eth btc signer validator upload release keystore
    store gpg pgp tls ssl age wireguard wg peer bedrock hf huggingface cohere mistral groq openrouter pinecone
    tavily serp search recaptcha captcha vapid push fcm apns mapbox here weather openweather news rapidapi"""
)
# What follows the stem and turns the name into one about secrets rather than of one.
_ABOUT = _words(
    """id ids name names file files filename filepath path paths dir directory folder url urls uri uris endpoint
    endpoints host hostname port length len size sizes type types kind count counts number limit limits max min
    expiry expires expire expired expiration ttl age lifetime timeout duration interval rotation algorithm alg algo
    format prefix suffix regex pattern field fields label title placeholder hint policy policies rule rules strength
    reset required enabled disabled valid validator validation invalid provider providers manager store stores ring
    vault service handler factory builder index idx usage used budget ref refs reference arn alias aliases version
    versions source location column table schema message msg error errors status state date description desc form
    page view button link fingerprint thumbprint scope scopes audience issuer verifier verify verification check
    checks checker exists missing mode method methods strategy callback hook hooks event events listener class
    interface impl model entity dto request response body board boards word words stone code codes press pressed
    down up frame frames map maps maker set sets pair pairs space spaces word stroke strokes note notes point points
    holder less izer ize ized izing izer izers ization s_per per bucket binding bindings order ordering by of for
    the is are was in on with rate cost costs price prices stats estimate window generator generation generate
    create created creation delete deleted update updated updates revoke list listing cache cached lookup parser
    parse parsed stream streams tree buffer position pos offset start end row env var variable variables param
    params parameter arg args option options flag usage example help doc docs length_seconds seconds minutes hours
    days bits bytes mapping mappings selector selectors rotate rotated prompt config configuration setting settings
    info metadata meta item items entry entries owner role roles user users group groups permission permissions
    level levels tier tiers plan region zone public pub"""
)
# What precedes the stem with the same effect.
_ORDINARY = _words(
    """public pub primary foreign sort partition cache hot object row item unique composite natural sequence group
    routing message arrow press any turn tab meta ctrl alt shift function registry hash range next page continuation
    pagination max min num n total input output prompt completion special eos bos pad mask unk sep cls stop start
    begin lex lexer syntax previous per csrf xsrf antiforgery by com sur tres first second single multi render high
    low dictionary dict map mapping sorted index lookup header translation i18n locale idempotency dedup
    deduplication ordering issue jira ticket story shortcut hotkey metric label tag"""
)
_SPLIT = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z\u00e0-\uffff]+|[\u0400-\uffff]+")
_seen: dict[str, int] = {}


def classify(name: str) -> int:
    """Return how firmly the name promises a secret: NONE, WEAK, TOKEN or PASSWORD."""
    known = _seen.get(name)
    if known is None:
        if len(_seen) > 4096:
            _seen.clear()
        known = _seen[name] = _classify([word.lower() for word in _SPLIT.findall(name)][-12:])
    return known


def _classify(words: list[str]) -> int:
    best = NONE
    for at in range(len(words)):
        level = _level(words, at)
        if not level:
            continue
        after = words[at + 1] if at + 1 < len(words) else ""
        before = words[at - 1] if at else ""
        if (after in _ABOUT and level != PASSWORD) or words[-1] in _ABOUT or before in _ORDINARY:
            return NONE
        best = max(best, level)
    return best


def _level(words: list[str], at: int) -> int:
    word = words[at].rstrip("0123456789")
    before = words[at - 1] if at else ""
    if word in _PASSWORDS or before + word in _PASSWORDS:
        return PASSWORD
    if word in _TOKENS or before + word in _TOKENS:
        return TOKEN
    if word in ("key", "keys"):
        return TOKEN if before in _KEY_OF else WEAK
    for tail, level in (("password", PASSWORD), ("passwd", PASSWORD), ("secret", TOKEN), ("token", TOKEN)):
        if word.endswith(tail):
            return level
    return WEAK if word.endswith("key") and word[:-3] in _KEY_OF else NONE
