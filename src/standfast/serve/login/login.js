// Log in with the team's identity provider: OpenID Connect, the code flow with PKCE. No cookie; the token goes on to the
// pages in the part of the address that browsers keep to themselves. What has to outlive the way to the provider and back
// (verifier and state, of no use to anybody else) is in the session storage of this tab and is taken out on return.
"use strict";
const said = document.getElementById("said");
const text = (bytes) => btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
const chance = () => text(crypto.getRandomValues(new Uint8Array(32)));
const here = location.origin + location.pathname;

async function begin(provider) {
  const verifier = chance(), state = chance(), nonce = chance();
  sessionStorage.setItem("login", JSON.stringify({ verifier, state, nonce }));
  const challenge = text(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier))));
  const asked = new URLSearchParams({
    response_type: "code", client_id: provider.client_id, redirect_uri: here, scope: "openid email profile",
    state, nonce, code_challenge: challenge, code_challenge_method: "S256",
  });
  location.assign(`${provider.authorization_endpoint}?${asked}`);
}

async function finish(provider, given) {
  const kept = JSON.parse(sessionStorage.getItem("login") || "null");
  sessionStorage.removeItem("login");
  if (!kept || given.get("state") !== kept.state) throw new Error("The answer is not to this login. Begin again.");
  const answer = await fetch(provider.token_endpoint, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    credentials: "omit",
    body: new URLSearchParams({
      grant_type: "authorization_code", code: given.get("code"), redirect_uri: here, client_id: provider.client_id,
      code_verifier: kept.verifier,
    }),
  });
  const token = answer.ok ? (await answer.json()).id_token : "";
  if (!token) throw new Error("The provider gave no token.");
  const claims = JSON.parse(atob(token.split(".")[1].replace(/-/g, "+").replace(/_/g, "/")));
  if (claims.nonce !== kept.nonce) throw new Error("The token is not for this login. Begin again.");
  location.replace(`/#token=${token}`);
}

(async () => {
  try {
    const provider = await (await fetch("/login.json")).json();
    if (!provider.enabled) throw new Error("This server has no identity provider. Use a token.");
    const given = new URLSearchParams(location.search);
    if (given.get("error")) throw new Error(`The provider says: ${given.get("error")}`);
    await (given.get("code") ? finish(provider, given) : begin(provider));
  } catch (error) {
    said.textContent = error.message;
  }
})();
