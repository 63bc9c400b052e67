#!/usr/bin/env python3
"""A reading app, made of a standard OAuth client library, that tries a running server.

It signs in by authorization code (PKCE S256, state), searches, downloads one title in two formats, refreshes
its token and revokes it. The sign-in and consent pages are filled in as a browser without scripts would: the
forms are found in the HTML, hidden fields are kept, the user name goes into the text field before the password.

Settings come from the environment:

  BASE_URL, AUTH_URL   the two hosts, e.g. http://127.0.0.1:8080
  CLIENT_ID, SECRET    the key and its secret (which may be empty)
  REDIRECT_URI         registered for the key; nothing needs to listen there
  USERNAME, PASSWORD   of the user who signs in
  SERVICE_ID           the title to download
  OUT                  folder for the files; made when missing
  LIBRARY              authlib (default) or requests-oauthlib
  AUTH_METHOD          of Authlib: client_secret_basic (default), client_secret_post or none
  FORMATS              default EPUB3,DAISY
  FOR_USER             optional: download for this member (userAccountId)
  KEYWORD              what to search for; default the title of SERVICE_ID, which must be among the results
  DECISION             approve (default) or deny: which button of the consent page is pressed

Standard output is one JSON object:

  {"library": ..., "metadata": {...}, "redirect": {parameters of the redirect}, "token": {token answer},
   "search": {"keyword", "total", "found"}, "title": {the title's metadata},
   "downloads": [{"format", "file", "bytes", "sha256", "contentType", "answers": [202, ..., 302]}],
   "refresh": {token answer}, "oldTokenAfterRefresh": 200,
   "revocation": {"status": 200, "body": {...}}, "afterRevocation": {"status": 401, "body": ...}}

With DECISION=deny it ends after "redirect". On a fault the object has "error" and the exit code is 1.
Needs the packages of scripts/tools/requirements.txt.
"""

import hashlib
import html.parser
import json
import os
import re
import sys
import time
import traceback
from pathlib import Path
from urllib.parse import parse_qsl, urljoin, urlsplit

import requests

TIMEOUT = 30  # seconds for one answer
PATIENCE = 180  # seconds for one download to become ready

# The server under test may be plain HTTP on the loopback; both libraries would refuse that.
os.environ.setdefault("OAUTHLIB_INSECURE_TRANSPORT", "1")
os.environ.setdefault("AUTHLIB_INSECURE_TRANSPORT", "1")


class Fault(Exception):
    """The server did something after which a client cannot continue."""


def setting(name, default=None):
    value = os.environ.get(name, default)
    if value is None:
        raise Fault(f"{name} is not set")
    return value


# --- The pages, read as a browser without scripts reads them ---


class Form:
    def __init__(self, action, method):
        self.action, self.method = action, method.lower()
        self.inputs = []  # (type, name, value)
        self.buttons = []  # (name, value, text)

    def named(self, kinds):
        return [name for kind, name, _ in self.inputs if kind in kinds and name]

    def hidden(self):
        return {name: value for kind, name, value in self.inputs if kind == "hidden" and name}


class FormReader(html.parser.HTMLParser):
    """Collects the forms of a page. Buttons outside a form that name one by `form=` are not supported."""

    def __init__(self):
        super().__init__()
        self.forms, self.form, self.button = [], None, None

    def handle_starttag(self, tag, attrs):
        attrs = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.form = Form(attrs.get("action", ""), attrs.get("method", "get"))
            self.forms.append(self.form)
        elif self.form and tag == "input":
            kind = attrs.get("type", "text").lower()
            if kind == "submit":
                self.form.buttons.append((attrs.get("name", ""), attrs.get("value", ""), attrs.get("value", "")))
            else:
                self.form.inputs.append((kind, attrs.get("name", ""), attrs.get("value", "")))
        elif self.form and tag == "button" and attrs.get("type", "submit").lower() == "submit":
            self.button = [attrs.get("name", ""), attrs.get("value", ""), ""]

    def handle_data(self, data):
        if self.button:
            self.button[2] += data

    def handle_endtag(self, tag):
        if tag == "button" and self.button and self.form:
            self.form.buttons.append(tuple(self.button))
            self.button = None
        elif tag == "form":
            self.form = None


def forms_of(answer):
    reader = FormReader()
    reader.feed(answer.text)
    return reader.forms


APPROVE = re.compile(r"approve|allow|authori[sz]e|accept|grant|yes", re.I)
DENY = re.compile(r"deny|refuse|cancel|reject|don.t\b|\bnot?\b", re.I)


def press(form, decision):
    """The name and value of the button that approves, or of the one that denies ("do not allow")."""
    for name, value, text in form.buttons:
        words = f"{value} {text}"
        if decision == ("deny" if DENY.search(words) else "approve" if APPROVE.search(words) else None):
            return {name: value} if name else {}
    return None


def sign_in(authorization_url, redirect_uri, decision):
    """Walks through the pages; returns the address of the final redirect, which is not followed."""
    browser = requests.Session()
    answer = browser.get(authorization_url, allow_redirects=False, timeout=TIMEOUT)
    signed_in = False
    for _ in range(10):
        if answer.is_redirect:
            target = urljoin(answer.url, answer.headers["Location"])
            if target.split("?")[0] == redirect_uri:
                return target
            answer = browser.get(target, allow_redirects=False, timeout=TIMEOUT)
            continue
        if answer.status_code != 200:
            raise Fault(f"{answer.url.split('?')[0]} answered {answer.status_code}: {answer.text[:300]}")
        forms = forms_of(answer)
        with_password = [form for form in forms if form.named(["password"])]
        if with_password:
            if signed_in:
                raise Fault("the user name and password were not taken")
            form, signed_in = with_password[0], True
            fields = form.hidden()
            fields[form.named(["text", "email"])[0]] = setting("USERNAME")
            fields[form.named(["password"])[0]] = setting("PASSWORD")
            if form.buttons and form.buttons[0][0]:
                fields[form.buttons[0][0]] = form.buttons[0][1]
        else:
            for form in forms:
                button = press(form, decision)
                if button is not None:
                    fields = form.hidden() | button
                    break
            else:
                raise Fault(f"no form to {decision} on the page: {answer.text[:300]}")
        target = urljoin(answer.url, form.action) if form.action else answer.url
        if form.method == "post":
            answer = browser.post(target, data=fields, allow_redirects=False, timeout=TIMEOUT)
        else:
            answer = browser.get(target, params=fields, allow_redirects=False, timeout=TIMEOUT)
    raise Fault("the sign-in does not come to an end")


# --- The two libraries, behind the same five calls ---


class WithAuthlib:
    def __init__(self, client_id, secret, redirect_uri):
        from authlib.common.security import generate_token
        from authlib.integrations.requests_client import OAuth2Session

        self.verifier = generate_token(48)
        self.session = OAuth2Session(
            client_id,
            secret,
            scope="basic",
            redirect_uri=redirect_uri,
            code_challenge_method="S256",
            # With an empty secret the library would send no Basic header by itself.
            token_endpoint_auth_method=setting("AUTH_METHOD", "client_secret_basic"),
            revocation_endpoint_auth_method=setting("AUTH_METHOD", "client_secret_basic"),
        )

    def authorization_url(self, endpoint):
        return self.session.create_authorization_url(endpoint, code_verifier=self.verifier)

    def fetch_token(self, endpoint, redirect, state):
        return self.session.fetch_token(
            endpoint, authorization_response=redirect, state=state, code_verifier=self.verifier, timeout=TIMEOUT
        )

    def refresh(self, endpoint, refresh_token):
        return self.session.refresh_token(endpoint, refresh_token=refresh_token, timeout=TIMEOUT)

    def revoke(self, endpoint, token):
        return self.session.revoke_token(endpoint, token=token, timeout=TIMEOUT)

    def get(self, url, **options):
        return self.session.get(url, allow_redirects=False, timeout=TIMEOUT, **options)


class WithRequestsOauthlib:
    def __init__(self, client_id, secret, redirect_uri):
        from requests_oauthlib import OAuth2Session

        self.basic = requests.auth.HTTPBasicAuth(client_id, secret)
        self.session = OAuth2Session(client_id, redirect_uri=redirect_uri, scope=["basic"], pkce="S256")

    def authorization_url(self, endpoint):
        return self.session.authorization_url(endpoint)

    def fetch_token(self, endpoint, redirect, state):
        # The library compares the state with the one it made.
        return self.session.fetch_token(endpoint, authorization_response=redirect, auth=self.basic, timeout=TIMEOUT)

    def refresh(self, endpoint, refresh_token):
        return self.session.refresh_token(endpoint, refresh_token=refresh_token, auth=self.basic, timeout=TIMEOUT)

    def revoke(self, endpoint, token):
        # The library has no call for it; the request is plain RFC 7009.
        return requests.post(endpoint, data={"token": token}, auth=self.basic, timeout=TIMEOUT)

    def get(self, url, **options):
        return self.session.get(url, allow_redirects=False, timeout=TIMEOUT, **options)


LIBRARIES = {"authlib": WithAuthlib, "requests-oauthlib": WithRequestsOauthlib}


# --- What a reading app does ---


def body_of(answer):
    try:
        return answer.json()
    except ValueError:
        return answer.text[:500]


def expect(answer, status, what):
    if answer.status_code != status:
        raise Fault(f"{what}: expected {status}, got {answer.status_code}: {answer.text[:500]}")
    return body_of(answer)


def download(app, base, key, service_id, name, out):
    """Asks until the title is packaged, then fetches it as anybody holding the address could."""
    parameters = {"api_key": key}
    if os.environ.get("FOR_USER"):
        parameters["forUser"] = os.environ["FOR_USER"]
    answers, end = [], time.monotonic() + PATIENCE
    while True:
        answer = app.get(f"{base}/v2/titles/{service_id}/{name}", params=parameters)
        answers.append(answer.status_code)
        if answer.status_code == 302:
            break
        expect(answer, 202, f"download of {name}")
        if time.monotonic() > end:
            raise Fault(f"{name} was not ready within {PATIENCE} s")
        time.sleep(min(float(answer.headers.get("Retry-After", "1")), 5))
    fetched = requests.get(urljoin(answer.url, answer.headers["Location"]), timeout=TIMEOUT)
    expect(fetched, 200, f"delivery of {name}")
    file = out / f"{service_id}-{name}{'.epub' if name == 'EPUB3' else '.zip'}"
    file.write_bytes(fetched.content)
    return {
        "format": name,
        "file": str(file),
        "bytes": len(fetched.content),
        "sha256": hashlib.sha256(fetched.content).hexdigest(),
        "contentType": fetched.headers.get("Content-Type"),
        "contentDisposition": fetched.headers.get("Content-Disposition"),
        "answers": answers,
    }


def run(report):
    base, auth = setting("BASE_URL").rstrip("/"), setting("AUTH_URL").rstrip("/")
    key, secret = setting("CLIENT_ID"), setting("SECRET", "")
    redirect_uri = setting("REDIRECT_URI")
    decision = setting("DECISION", "approve")
    report["library"] = setting("LIBRARY", "authlib")
    app = LIBRARIES[report["library"]](key, secret, redirect_uri)

    metadata = requests.get(f"{auth}/.well-known/oauth-authorization-server", timeout=TIMEOUT)
    report["metadata"] = expect(metadata, 200, "RFC 8414 metadata")
    token_endpoint = report["metadata"]["token_endpoint"]

    url, state = app.authorization_url(report["metadata"]["authorization_endpoint"])
    redirect = sign_in(url, redirect_uri, decision)
    report["redirect"] = dict(parse_qsl(urlsplit(redirect).query))
    if report["redirect"].get("state") != state:
        raise Fault("the state did not come back unchanged")
    if report["redirect"].get("iss") != report["metadata"]["issuer"]:
        raise Fault("iss on the redirect is not the issuer of the metadata (RFC 9207)")
    if decision == "deny":
        return

    token = app.fetch_token(token_endpoint, redirect, state)
    report["token"] = dict(token)

    service_id = setting("SERVICE_ID")
    report["title"] = expect(app.get(f"{base}/v2/titles/{service_id}", params={"api_key": key}), 200, "metadata")
    keyword = setting("KEYWORD", report["title"]["title"])
    found = expect(app.get(f"{base}/v2/titles", params={"api_key": key, "keyword": keyword}), 200, "search")
    report["search"] = {
        "keyword": keyword,
        "total": found["totalResults"],
        "found": service_id in [str(title.get("serviceId")) for title in found["titles"]],
    }
    if not report["search"]["found"]:
        raise Fault(f"searching for {keyword!r} does not find title {service_id}")

    out = Path(setting("OUT"))
    out.mkdir(parents=True, exist_ok=True)
    report["downloads"] = [
        download(app, base, key, service_id, name, out) for name in setting("FORMATS", "EPUB3,DAISY").split(",")
    ]

    old = report["token"]["access_token"]
    report["refresh"] = dict(app.refresh(token_endpoint, report["token"]["refresh_token"]))
    probe = f"{base}/v2/titles"
    with_old = requests.get(
        probe, params={"api_key": key}, headers={"Authorization": f"Bearer {old}"}, timeout=TIMEOUT
    )
    report["oldTokenAfterRefresh"] = with_old.status_code
    expect(app.get(probe, params={"api_key": key}), 200, "search with the refreshed token")

    revoked = app.revoke(report["metadata"]["revocation_endpoint"], report["refresh"]["access_token"])
    report["revocation"] = {"status": revoked.status_code, "body": body_of(revoked)}
    expect(revoked, 200, "revocation")
    after = app.get(probe, params={"api_key": key})
    report["afterRevocation"] = {"status": after.status_code, "body": body_of(after)}
    expect(after, 401, "search with the revoked token")


def main():
    report, status = {}, 0
    try:
        run(report)
    except Exception as error:  # The report must come out whatever happened.
        traceback.print_exc(file=sys.stderr)
        report["error"], status = f"{type(error).__name__}: {error}", 1
    print(json.dumps(report, indent=1, default=str))
    return status


if __name__ == "__main__":
    sys.exit(main())
