//! The authentication document (Authentication for OPDS 1.0): how an app signs its reader in. A device's
//! password by Basic, and the library's own sign-in page by OAuth 2 with PKCE and the public client that all
//! reading apps share.

use axum::Json;
use axum::extract::{Extension, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use domain::ids::SiteId;
use domain::sites::MAIN_SITE;
use serde_json::{Value, json};

use crate::base::{Base, Version, encoded};
use crate::media_types;
use crate::problem::{Result, SignIn};
use crate::rels;
use crate::state::Opds;
use crate::visitor::guest;

/// Basic authentication.
const BASIC: &str = "http://opds-spec.org/auth/basic";
/// OAuth 2 with an authorization code and PKCE, as the newest readers name it.
const CODE: &str = "http://opds-spec.org/auth/oauth/authorization-code-pkce";

/// GET /authentication
pub(crate) async fn get(State(opds): State<Opds>, Extension(base): Extension<Base>) -> Result<Response> {
    let caller = guest(&opds, &base).await?;
    let root = &opds.settings.base_url;
    let mut response = Json(document(root, &base, &caller.site.name)).into_response();
    let media_type = HeaderValue::from_static(media_types::AUTHENTICATION);
    response.headers_mut().insert(header::CONTENT_TYPE, media_type);
    Ok(response)
}

/// Puts the document in the place of each answer that asks for signing in.
pub(crate) async fn dress(State(opds): State<Opds>, request: Request, next: Next) -> Response {
    let base = request.extensions().get::<Base>().cloned().unwrap_or_default();
    let response = next.run(request).await;
    match response.extensions().get::<SignIn>() {
        Some(SignIn) => challenge(&opds.settings.base_url, &base),
        None => response,
    }
}

/// 401 with the document.
fn challenge(root: &str, base: &Base) -> Response {
    let title = base.site.as_ref().map_or("Library", SiteId::as_str);
    let mut response = (StatusCode::UNAUTHORIZED, Json(document(root, base, title))).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_types::AUTHENTICATION));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.append(
        header::WWW_AUTHENTICATE,
        HeaderValue::from_static("Basic realm=\"Library\", charset=\"UTF-8\""),
    );
    headers.append(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer realm=\"Library\""));
    let link = format!(
        "<{}>; rel=\"{}\"; type=\"{}\"",
        base.authentication(root),
        rels::AUTHENTICATION,
        media_types::AUTHENTICATION
    );
    headers.extend(HeaderValue::try_from(link).ok().map(|link| (header::LINK, link)));
    response
}

fn document(root: &str, base: &Base, title: &str) -> Value {
    let catalog = Base { version: None, site: base.site.clone(), member: None };
    let href = |path: &str| format!("{root}{}", catalog.path(Version::Two, path));
    // Each site has a client of its own; the address of the sign-in says which.
    let site = base.site.as_ref().filter(|site| site.as_str() != MAIN_SITE);
    let oauth = |end: &str| match site {
        Some(site) => format!("{root}/oauth/sites/{}/{end}", encoded(site.as_str())),
        None => format!("{root}/oauth/{end}"),
    };
    json!({
        "id": base.authentication(root),
        "title": title,
        "description": "Sign in with the name and the password of a device, which you make on the page of your \
                        devices, or through the library's sign-in page.",
        "links": [
            {"rel": "start", "href": href(""), "type": media_types::FEED},
            {"rel": rels::SHELF, "href": href("/shelf"), "type": media_types::FEED},
            {"rel": "help", "href": format!("{root}/account/devices"), "type": "text/html"},
        ],
        "authentication": [
            {
                "type": CODE,
                "links": [
                    {"rel": "authenticate", "href": oauth("authorize"), "type": "text/html"},
                    {"rel": "refresh", "href": oauth("token"), "type": "application/json"},
                ],
            },
            {"type": BASIC, "labels": {"login": "Device name or user name", "password": "Device password"}},
        ],
    })
}
