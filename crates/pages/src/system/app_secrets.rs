//! /system/apps/secret: another secret for an app, after a question.

use domain::{Client, ClientId};
use layout::session::{is_short_name, short_name};
use services::clients;

use super::apps::{LIST_PATH, ReadyPage};
use crate::{Form, Page, Problem, Query, Result, Section, Visitor, render};

#[derive(askama::Template)]
#[template(path = "system_app_secret.html")]
struct SecretQuestionPage<'a> {
    page: Page<'a>,
    name: String,
    key: String,
    /// Distinguishes the present secret from later ones.
    mark: String,
}

/// Identifies the present secret of an app, without telling it.
fn secret_identifier(client: &Client) -> String {
    format!("secret {} {}", client.id, client.secret_hash.as_deref().unwrap_or_default())
}

/// GET: the question. Reading apps share a key without a secret.
pub(super) async fn show_question(visitor: Visitor, Query(fields): Query) -> Result {
    visitor.op.require_administrator()?;
    let key = ClientId::from(fields.get("key").ok_or(Problem::NotFound)?);
    let client = clients::get(&visitor.op, &key).await?;
    if client.is_reading_apps() {
        return Err(Problem::NotFound);
    }
    let page = visitor.page(Section::Account);
    let mark = short_name(&visitor.pages.settings.form_key, &secret_identifier(&client));
    Ok(render(&SecretQuestionPage { name: client.name, key: client.id.to_string(), mark, page }))
}

/// POST: replaces the secret, and shows the new one once. A form that is sent again, because the page was
/// reloaded, replaces nothing.
pub(super) async fn replace_secret(visitor: Visitor, Form(fields): Form) -> Result {
    visitor.op.require_administrator()?;
    let key = ClientId::from(fields.get("key").ok_or(Problem::NotFound)?);
    let sent = fields.get("mark").unwrap_or_default();
    let form_key = &visitor.pages.settings.form_key;
    let is_current = |client: &Client| {
        !client.is_reading_apps() && is_short_name(sent, form_key, &secret_identifier(client))
    };
    match clients::replace_current_secret(&visitor.op, &key, is_current).await? {
        Some(secret) => {
            let page = visitor.page(Section::Account);
            let heading = page.text("system-app-secret-ready");
            let secret = Some(secret.reveal().to_owned());
            Ok(render(&ReadyPage { page, heading, key: key.to_string(), secret }))
        }
        None => visitor.redirect_with_message("system-app-secret-kept", LIST_PATH),
    }
}
