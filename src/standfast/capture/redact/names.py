"""Judge what a value is assigned to: does the name promise a secret, and how firmly?

Owns the vocabulary of secret names in many spellings (`DB_PASSWORD`, `clientSecret`, `x-api-key`, `aws.secret-key`) and
of the names that only sound like one (`token_count`, `keyboard`, `password_policy`). Pure functions over short strings.
Neighbours: values.py judges the value, weigh.py decides on both, assignments.py asks.
"""

from __future__ import annotations

from standfast.capture.redact.identifiers import is_drawn
from standfast.capture.redact.lazy import compiled, wanted, words_of

NONE, WEAK, TOKEN, PASSWORD = 0, 1, 2, 3

# Where a name may begin to sound secret; looked for in lower-cased text.
STEMS = wanted((
    "pass", "pw", "psw", "pssw", "pasw", "secret", "token", "key", "auth", "cred", "bearer", "jwt", "psk", "senha",
    "kennwort",
    "contraseña", "contrase", "mdp", "mot de passe", "wachtwoord", "haslo", "hasło", "heslo", "parola", "lösenord",
    "şifre", "salasana", "пароль", "密码", "密碼", "パスワード", "비밀번호", "salt", "sig=", "sessid", "sessionid",
    "session_id", "mnemonic", "seed", "otp", "hmac", "_pat", "_sas", "pepper", "recovery",
    "accessid", "access_id", "clientid", "client_id", "cookie", "community",
))  # fmt: skip


_PASSWORDS = words_of(
    """authtok password passwords passwd passwrd passwort psswd pswrd psword psswrd pssword paswd paswrd pasword
    passworsd passphrase passcode pwd pswd psw pass passw pw senha kennwort
    contrasena mdp depasse motdepasse wachtwoord haslo heslo parola salasana requirepass masterauth
    psk presharedkey"""
)
_ELSEWHERE = ("contraseña", "hasło", "lösenord", "şifre", "пароль", "密码", "密碼", "パスワード", "비밀번호")
_TOKENS = words_of(
    """secret secrets token apikey apikeys apitoken accesstoken accesskey secretkey privatekey authkey authtoken appkey
    appsecret clientsecret sharedkey masterkey signingkey encryptionkey bearer credential credentials creds cred auth
    jwt sas sig sessid phpsessid jsessionid sessiontoken sessionkey mnemonic otp totp
    refreshtoken idtoken oauthtoken servicekey licensekey licencekey accountkey storagekey deploykey sshkey apisecret
    consumersecret consumerkey webhooksecret hmac hmackey cookiesecret accesssecret passkey authorization pat usertoken
    bottoken authcode sharedsecret subscriptionkey functionskey instrumentationkey xapikey seedphrase recoveryphrase
    salt pepper"""
)
# Words after which "key" opens something, also when a space stands between ("api key: …").
KEY_OF = words_of(
    """api access secret private auth app application client consumer signing encryption decryption crypto cipher aes
    hmac rsa deploy master admin service account storage shared preshared security subscription license licence product
    activation webhook integration ingest restricted live prod production sandbox maps openai anthropic stripe aws azure
    gcp google github gitlab slack sendgrid mailgun twilio datadog algolia functions bot sas bearer vault recovery
    unseal wallet x rapidapi"""
)
# Services whose keys have no shape of their own: "rollbar key" is a key as "api key" is.
SERVICES = words_of(
    """abstractapi abuseipdb accuweather activecampaign adyen ahrefs airbrake aircall airship aiven alchemy alegra
    algolia amadeus amplitude anthropic apify apilayer appcues appfollow appsflyer appveyor artifactory asana
    assemblyai atera auth0 autodesk avalara avatax aweber axonaut backblaze bamboohr bandwidth bannerbear
    baremetrics bitly blazemeter blocknative bombora braintree braze brevo browserless browserstack bugsnag
    buildkite buttercms calendly canny cashfree censys chargebee chartmogul circleci clarifai clearbit clickhouse
    clickup clockify closecrm cloudconvert cloudflare cloudinary cloudsmith codacy codecov codeium cohere coinapi
    coinbase coinmarketcap confluent contentful convertkit crowdin crunchbase currencylayer customerio datadog
    dataiku debounce deepai deepgram deepl deepseek detectify dialpad digitalocean discord disqus docusign drata
    dropbox dwolla easypost ecobee elevenlabs esri eventbrite everhour fastforex fastly filestack finnhub firebase
    flickr flightaware flightlabs fmp formio formspree foursquare freshbooks freshdesk fullstory gemini gengo
    geoapify geocodio getresponse giphy gitea glassnode gocardless gotify grafana greenhouse groq gumroad
    hellosign helpscout heroku hetzner holidayapi honeybadger honeycomb hotjar hubspot huggingface humio imgbb
    imgix imgur infura insightly instabug instana intercom ipapi ipdata ipgeolocation ipinfo ipstack jenkins jira
    jotform jumpcloud keycdn klaviyo kraken kucoin lastfm leanplum lemlist lemonsqueezy linkedin linode lob logdna
    loggly logz lokalise looker mailboxlayer mailchimp mailerlite mailgun mailjet mailmodo mailtrap mandrill
    mapbox mapquest marketstack mattermost mediastack meilisearch meraki messagebird mistral mixpanel mollie
    moosend msg91 netlify newrelic newsapi nexmo ngrok nightfall notion nylas nytimes okta omdb onesignal onfido
    openai opencage openexchangerates openrouter openweather openweathermap opsgenie optimizely paddle pagerduty
    pandadoc parsehub paypal paystack pepipost perplexity photoroom pinecone pingdom pipedream pipedrive plaid
    planhat plivo podio postageapp postmark productboard proxycrawl pubnub pushbullet pusher qualaroo quickbase
    railway rapidapi raygun razorpay rebrandly recaptcha recurly redmine replicate revai rocketreach rollbar
    salesforce saucelabs scaleway scrapfly scrapingbee sendbird sendgrid sendinblue sentry serpapi shippo
    shipstation shodan shopify shutterstock signalfx sinch skyscanner smartsheet snipcart snyk sonarcloud
    sonarqube sparkpost spoonacular spotify square squarespace stackhawk statuspage storyblok strapi stripe sumo
    sumologic supabase surveymonkey tatum taxjar telnyx testrail textlocal ticketmaster tiingo timescale todoist
    toggl tomtom travis trello twelvedata twilio twitch twitter typeform typesense unsplash uplead uptimerobot
    urlscan vercel vimeo virustotal voicegain vonage vultr wakatime weatherapi weatherbit weatherstack webflow
    wepay whatcms wistia workable xendit yelp yousign youtrack zapier zendesk zenserp zeplin zerobounce zerotier
    zoho zonka zoominfo zuora"""
)
# Words before "key" that make it the key of a table, a lock file, a keyboard, or one that everybody may see.
_KEY_IN = words_of(
    """public pub primary foreign sort sorting partition cache hot object row item unique composite natural sequence
    group grouping routing message arrow press any turn tab meta ctrl alt shift function fn registry hash range entity
    column field record document doc s3 kv redis memcached config configuration setting feature flag query param
    parameter arg argument prop property attribute attr json xml yaml header form model data value event topic queue
    stream shard lookup result sub parent child node tree list array set tuple dict dictionary map mapping enum const
    string str int number type class method default fallback last first next prev previous current selected active
    other same each every home end escape esc enter return space delete backspace caps num scroll page option command
    cmd windows win super hyper print insert menu answer low high recv send import export trusted gpg pgp openpgp host
    known authorized translation locale idempotency dedup deduplication ordering issue jira ticket story shortcut
    metric label tag a an the this that its of and or by with from to per sorted index ssh two new old socket"""
)
_TOKEN_IN = words_of(
    """next page continuation pagination max min num n total input output prompt completion special eos bos pad mask unk
    sep cls stop start end begin lex lexer syntax previous per csrf xsrf antiforgery first last current cancellation
    cancel abort css design string number comment keyword public sync resume cursor"""
)
# What follows and turns the name into one about secrets rather than of one.
_ABOUT = words_of(
    """id ids name names file files filename filepath path paths dir directory folder url urls uri uris endpoint
    endpoints host hostname port length len size sizes type types kind count counts limit limits max min expiry expires
    expire expired expiration ttl age lifetime timeout duration interval rotation algorithm alg algo format prefix
    suffix regex pattern pat field fields label title placeholder hint policy policies rule rules strength reset
    required enabled disabled valid validator validation invalid provider providers manager store stores ring vault
    handler factory builder index idx usage used budget ref refs reference arn alias aliases version versions source
    location column table schema message msg error errors status state date description desc form page view button link
    fingerprint thumbprint scope scopes audience issuer verifier verification check checks checker exists missing mode
    method methods strategy callback hook hooks event events listener class interface impl model entity dto request
    response body board boards word words stone code codes press pressed down up frame frames map maps maker set sets
    pair pairs space spaces stroke strokes note notes point points holder per bucket binding bindings order ordering by
    of for the is are was in on with rate cost costs price prices stats estimate window generator generation create
    created creation delete deleted update updated updates revoke list listing cache cached lookup parser parse parsed
    stream streams tree buffer position pos offset start end row var variable variables param params parameter arg args
    option options flag example help doc docs seconds minutes hours days bits bytes mapping mappings selector selectors
    rotate rotated prompt info metadata meta item items owner role roles permission permissions level levels tier plan
    region zone re sha md hash hashes hashed digest checksum"""
)
_IDS = words_of("accessid clientid keyid appid")  # the other half of a pair of credentials
_SPLIT = r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\x00-\x7f]+"
# Whose password it is, where both are written as one word: `remotepass`, `sudopw`.
_OWNERS = words_of(
    """account admin ap api app auth basic become bind cert client connect db ftp host http https imap key ldap local
    login mail master my mysql pg pop pop3 proxy rcon remote root rpc server service site smtp sql ssh ssl sta store
    sudo svc sys trust user vnc vpn web wifi wlan"""
)
# Two words that promise what people choose themselves.
_COMPOUND = dict.fromkeys(
    (
        *(("community", "snmp"), ("key", "secret"), ("keys", "secret")),
        *(("secret", "jwt"), ("secret", "session"), ("secret", "cookie")),
    ),
    PASSWORD,
)
_SHORT_ENDINGS = ("pass", "pwd", "pw")
_ENDINGS = (("password", PASSWORD), ("passwd", PASSWORD), ("secret", TOKEN), ("token", TOKEN), ("apikey", TOKEN))
_JOINED_KEYS = ("accesskey", "secretkey", "accountkey", "storagekey", "privatekey")  # `sharedaccesskey`
_seen: dict[str, int] = {}


def classify(name: str) -> int:
    """Return how firmly the name promises a secret: NONE, WEAK, TOKEN or PASSWORD."""
    known = _seen.get(name)
    if known is None:
        if len(_seen) > 4096:
            _seen.clear()
        if not name.isascii() and any(word in name.lower() for word in _ELSEWHERE):
            known = _seen[name] = PASSWORD
            return known
        known = _classify([word.lower() for word in compiled(_SPLIT).findall(name)][-12:])
        if known != NONE and is_drawn(name):
            known = NONE
        _seen[name] = known
    return known


def is_about(word: str) -> bool:
    """Tell whether a word at the end of a name makes it one about secrets, rather than of one."""
    return word in _ABOUT


def _classify(words: list[str]) -> int:
    if words == ["secret"]:
        return PASSWORD  # of a client, a webhook, a RADIUS server: people choose these
    best = NONE
    if "shared" in words[1:] and words[words.index("shared") - 1] == "pre":
        words = [word for word in words if word != "pre"]
        words[words.index("shared")] = "preshared"
    if words[-2:] in (["secret", "id"], ["password", "hash"], ["pass", "hash"], ["passwd", "hash"]):
        return TOKEN
    if words[-1:] and (words[-1] in _IDS or "".join(words[-2:]) in _IDS):
        return WEAK
    if "public" in words or "pub" in words:
        return NONE
    for at, word in enumerate(words):
        level = _level(word, words[at - 1] if at else "")
        if not level:
            continue
        after = words[at + 1] if at + 1 < len(words) else ""
        if after and words[-1] in _ABOUT:
            return NONE
        best = NONE if after in _ABOUT and level != PASSWORD else max(best, level)
    return best


def _level(word: str, before: str) -> int:
    if word in _PASSWORDS or before + word in _PASSWORDS:
        return PASSWORD
    if word == "pat" and before in ("", "regex", "re", "glob"):
        return NONE
    if (word, before) in _COMPOUND or word == "cookie":
        return _COMPOUND.get((word, before), WEAK)
    if word in ("key", "keys"):
        if before in _KEY_IN:
            return NONE
        return TOKEN if before and (word == "key" or before in KEY_OF) else WEAK
    if word.endswith(("token", "tokens")) and (before in _TOKEN_IN or (word == "tokens" and before not in KEY_OF)):
        return NONE
    if word in _TOKENS or before + word in _TOKENS:
        return TOKEN
    for ending, level in _ENDINGS:
        if word.endswith(ending):
            return level
    if any(word.endswith(ending) and word.removesuffix(ending) in _OWNERS for ending in _SHORT_ENDINGS):
        return PASSWORD
    if word.endswith("key") and word[:-3] in KEY_OF:
        return WEAK
    return TOKEN if word.endswith(_JOINED_KEYS) else NONE
