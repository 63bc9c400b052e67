//! The authentication document (Authentication for OPDS 1.0): how an app signs its reader in. A device's
//! password by Basic, and the library's own sign-in page by OAuth 2 with PKCE and the public client that all
//! reading apps share.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Extension, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use domain::MAIN_SITE;
use layout::{Wording, languages};
use serde_json::{Value, json};

use crate::base::{CatalogBase, OpdsVersion};
use crate::language::{self, VisitorLanguage};
use crate::visitor::guest_caller;
use crate::{Opds, Problem, Result, media_types, percent_encode, rels};

const BASIC_TYPE: &str = "http://opds-spec.org/auth/basic";
/// OAuth 2 with an authorization code and PKCE, in the notation of the newest readers.
const CODE_TYPE: &str = "http://opds-spec.org/auth/oauth/authorization-code-pkce";

/// GET /authentication
pub(crate) async fn show_document(
    State(opds): State<Opds>,
    Extension(base): Extension<CatalogBase>,
    headers: HeaderMap,
) -> Result {
    let caller = guest_caller(&opds, &base).await?;
    let words = Wording { messages: opds.messages, language: languages::accepted_language(&headers) };
    Ok(json_response(
        StatusCode::OK,
        authentication_document(&opds.settings.base_url, &base, &caller.site.name, words),
        words,
    ))
}

/// Writes problems in the visitor's language, and replaces each that requires a sign-in with the document.
/// If the visitor is unknown, the language is the one that the app prefers.
pub(crate) async fn localize_problems(
    State(opds): State<Opds>,
    mut request: Request,
    next: Next,
) -> Response {
    let base = request.extensions().get::<CatalogBase>().cloned().unwrap_or_default();
    let accepted = languages::accepted_language(request.headers());
    let spoken = VisitorLanguage::default();
    request.extensions_mut().insert(spoken.clone());
    let mut response = next.run(request).await;
    let Some(problem) = response.extensions_mut().remove::<Arc<Problem>>() else { return response };
    let words = Wording { messages: opds.messages, language: spoken.get().unwrap_or(accepted) };
    if problem.asks_to_sign_in() {
        challenge_response(&opds, &base, words).await
    } else {
        problem.to_response(words)
    }
}

/// 401 with the document that also has its own address. If the name of the library cannot be read, the
/// document still describes how to sign in.
async fn challenge_response(opds: &Opds, base: &CatalogBase, words: Wording<'_>) -> Response {
    let root = &opds.settings.base_url;
    let title = match guest_caller(opds, base).await {
        Ok(guest) => guest.site.name.clone(),
        Err(_) => words.text("sign-in-library"),
    };
    let mut response =
        json_response(StatusCode::UNAUTHORIZED, authentication_document(root, base, &title, words), words);
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // Apps tell areas apart by these names, which are not words.
    headers.append(
        header::WWW_AUTHENTICATE,
        HeaderValue::from_static("Basic realm=\"Library\", charset=\"UTF-8\""),
    );
    headers.append(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer realm=\"Library\""));
    let link = format!(
        "<{}>; rel=\"{}\"; type=\"{}\"",
        base.authentication_url(root),
        rels::AUTHENTICATION,
        media_types::AUTHENTICATION
    );
    headers.extend(HeaderValue::try_from(link).ok().map(|link| (header::LINK, link)));
    response
}

fn json_response(status: StatusCode, document: Value, words: Wording<'_>) -> Response {
    let mut response = (status, Json(document)).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_types::AUTHENTICATION));
    language::set_headers(headers, words.language);
    response
}

fn authentication_document(root: &str, base: &CatalogBase, title: &str, words: Wording<'_>) -> Value {
    let catalog = CatalogBase { version: None, site: base.site.clone(), member: None };
    let href = |path: &str| format!("{root}{}", catalog.path_in(OpdsVersion::Two, path));
    // Each site has a client of its own; the address of the sign-in says which.
    let site = base.site.as_ref().filter(|site| site.as_str() != MAIN_SITE);
    let oauth = |end: &str| match site {
        Some(site) => format!("{root}/oauth/sites/{}/{end}", percent_encode(site.as_str())),
        None => format!("{root}/oauth/{end}"),
    };
    json!({
        "id": base.authentication_url(root),
        "title": title,
        "description": words.text("sign-in-text"),
        "links": [
            {"rel": "start", "href": href(""), "type": media_types::FEED},
            {"rel": rels::SHELF, "href": href("/shelf"), "type": media_types::FEED},
            {"rel": "profile", "href": href("/profile"), "type": media_types::PROFILE},
            {"rel": "help", "href": format!("{root}/account/devices"), "type": "text/html"},
        ],
        "authentication": [
            {
                "type": CODE_TYPE,
                "links": [
                    {"rel": "authenticate", "href": oauth("authorize"), "type": "text/html"},
                    {"rel": "refresh", "href": oauth("token"), "type": "application/json"},
                ],
            },
            {
                "type": BASIC_TYPE,
                "labels": {"login": words.text("sign-in-name"), "password": words.text("sign-in-password")},
            },
        ],
    })
}
