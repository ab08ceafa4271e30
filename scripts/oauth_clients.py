"""Gets tokens with authlib and requests-oauthlib, and sees that they know a refusal; see check-oauth."""

import json
import os
import sys
import urllib.request

from authlib.integrations.base_client.errors import OAuthError
from authlib.integrations.requests_client import OAuth2Session as Authlib
from oauthlib.oauth2 import BackendApplicationClient, OAuth2Error
from requests_oauthlib import OAuth2Session as RequestsOauthlib

API = os.environ["COUNTINGHOUSE_URL"].rstrip("/") + "/api/v1"
TOKEN = API + "/auth/token"


def made_account():
    """A service account that was made for this run."""
    request = urllib.request.Request(
        API + "/service-accounts",
        json.dumps({"name": "OAuth libraries", "roles": ["auditor"]}).encode(),
        {"Authorization": "Bearer " + os.environ["COUNTINGHOUSE_TOKEN"], "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def authlib(client, secret, method):
    """The token of authlib, or the name of the error that it raises."""
    session = Authlib(client, secret, token_endpoint_auth_method=method)
    try:
        return session.fetch_token(TOKEN, grant_type="client_credentials")
    except OAuthError as error:
        return error.error


def requests_oauthlib(client, secret, in_body):
    """The token of requests-oauthlib, or the name of the error that it raises."""
    session = RequestsOauthlib(client=BackendApplicationClient(client_id=client))
    try:
        return session.fetch_token(TOKEN, client_id=client, client_secret=secret, include_client_id=in_body)
    except OAuth2Error as error:
        return error.error


def main():
    account = made_account()
    client, secret = account["clientId"], account["clientSecret"]
    faults = []
    for name, fetch in [
        ("authlib, HTTP Basic", lambda secret: authlib(client, secret, "client_secret_basic")),
        ("authlib, in the body", lambda secret: authlib(client, secret, "client_secret_post")),
        ("requests-oauthlib, HTTP Basic", lambda secret: requests_oauthlib(client, secret, None)),
        ("requests-oauthlib, in the body", lambda secret: requests_oauthlib(client, secret, True)),
    ]:
        token = fetch(secret)
        if not isinstance(token, dict) or not token.get("access_token"):
            faults.append(f"{name}: no token, but {token}")
        refused = fetch("chs_wrong")
        if refused != "invalid_client":
            faults.append(f"{name}: a wrong secret is {refused}, not invalid_client")
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"authlib and requests-oauthlib: {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
