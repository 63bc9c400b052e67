//! /system/sites/{id}/notice: a notice to the visitors of a site's pages.

use std::collections::BTreeMap;

use axum::extract::Path;
use axum::response::Response;
use domain::SiteId;
use domain::site_notices::{MAX_NOTICE_CHARS, SiteNotice};
use jiff::civil::Date;
use layout::Language;
use services::site_notices::{self, NoticeView};

use super::sites::site_path;
use crate::inputs::{form_status, list_errors, read_day};
use crate::{Fields, Form, InputError, InputField, Page, Result, Section, Visitor};
use crate::{format_day, render_with_status};

/// The form as it was typed, with its errors.
struct NoticeDraft {
    /// A text for each language, whose tag is the name of the field.
    texts: Vec<InputField>,
    first_day: InputField,
    last_day: InputField,
}

#[derive(askama::Template)]
#[template(path = "system_site_notice.html")]
struct NoticePage<'a> {
    page: Page<'a>,
    name: String,
    path: String,
    /// When the stored notice is shown. Empty if there is none.
    days: String,
    draft: NoticeDraft,
    errors: Vec<InputError>,
}

impl NoticeDraft {
    fn new_empty(page: &Page<'_>) -> Self {
        let text = |language: Language| {
            let label = page.with_name("site-notice-text", language.name());
            let input = InputField::new_optional(page, language.tag(), "site-notice-heading");
            InputField { label, ..input }.with_max_chars(MAX_NOTICE_CHARS)
        };
        let first_day = InputField::new_required(page, "first_day", "site-notice-first-day");
        Self {
            texts: Language::ALL.map(text).into(),
            first_day: first_day.with_hint(page.text("site-notice-day-hint")),
            last_day: InputField::new_required(page, "last_day", "site-notice-last-day"),
        }
    }

    /// The stored notice, or an empty one that begins today.
    fn from_view(page: &Page<'_>, view: &NoticeView, today: Date) -> Self {
        let empty = Self::new_empty(page);
        let Some(notice) = &view.notice else {
            return Self { first_day: empty.first_day.with_value(today.to_string()), ..empty };
        };
        let fill = |input: InputField| {
            let text = notice.texts.get(input.name).cloned().unwrap_or_default();
            input.with_value(text)
        };
        Self {
            texts: empty.texts.into_iter().map(fill).collect(),
            first_day: empty.first_day.with_value(notice.first_day.to_string()),
            last_day: empty.last_day.with_value(notice.last_day.to_string()),
        }
    }

    /// Reads the form, and the notice, if there are no errors.
    fn read(page: &Page<'_>, fields: &Fields) -> (Self, Option<SiteNotice>) {
        let empty = Self::new_empty(page);
        let mut texts: Vec<InputField> =
            empty.texts.into_iter().map(|input| input.read_from(page, fields)).collect();
        let has_text = texts.iter().any(|input| !input.value.is_empty());
        if let Some(first) = texts.first_mut().filter(|_| !has_text) {
            first.error = Some(page.text("site-notice-text-missing"));
        }
        let (first_day, first) = read_day(page, fields, empty.first_day, "site-notice-day-wrong");
        let (mut last_day, last) = read_day(page, fields, empty.last_day, "site-notice-day-wrong");
        if first.zip(last).is_some_and(|(first, last)| last < first) {
            last_day.error = Some(page.text("site-notice-last-day-wrong"));
        }
        let draft = Self { texts, first_day, last_day };
        let days = first.zip(last).filter(|_| draft.errors().is_empty());
        let notice =
            days.map(|(first_day, last_day)| SiteNotice { texts: draft.typed_texts(), first_day, last_day });
        (draft, notice)
    }

    fn typed_texts(&self) -> BTreeMap<String, String> {
        let text = |input: &InputField| Some((input.name.to_owned(), input.typed_value()?));
        self.texts.iter().filter_map(text).collect()
    }

    fn errors(&self) -> Vec<InputError> {
        let inputs: Vec<&InputField> = self.texts.iter().chain([&self.first_day, &self.last_day]).collect();
        list_errors(&inputs)
    }
}

pub(super) async fn show_form(visitor: Visitor, Path(id): Path<String>) -> Result {
    visitor.op.require_administrator()?;
    let view = site_notices::get(&visitor.op, &SiteId::from(id)).await?;
    let draft = NoticeDraft::from_view(&visitor.page(Section::Account), &view, visitor.op.today());
    Ok(render_form(&visitor, &view, draft))
}

pub(super) async fn save_notice(visitor: Visitor, Path(id): Path<String>, Form(fields): Form) -> Result {
    visitor.op.require_administrator()?;
    let site = SiteId::from(id);
    let (draft, notice) = NoticeDraft::read(&visitor.page(Section::Account), &fields);
    let is_removal = fields.get("remove").is_some();
    if notice.is_none() && !is_removal {
        let view = site_notices::get(&visitor.op, &site).await?;
        return Ok(render_form(&visitor, &view, draft));
    }
    site_notices::set(&visitor.op, &site, notice.filter(|_| !is_removal)).await?;
    let message = if is_removal { "site-notice-removed" } else { "site-notice-saved" };
    visitor.redirect_with_message(message, &notice_path(&site))
}

fn notice_path(site: &SiteId) -> String {
    format!("{}/notice", site_path(site))
}

fn render_form(visitor: &Visitor, view: &NoticeView, draft: NoticeDraft) -> Response {
    let page = visitor.page(Section::Account);
    let days = |notice: &SiteNotice| {
        let days = [notice.first_day, notice.last_day].map(|day| format_day(&page, day));
        page.format("site-notice-days", &[("from", days[0].as_str().into()), ("to", days[1].as_str().into())])
    };
    let shown = NoticePage {
        name: view.site.name.clone(),
        path: site_path(&view.site.id),
        days: view.notice.as_ref().map(days).unwrap_or_default(),
        errors: draft.errors(),
        draft,
        page,
    };
    render_with_status(form_status(&shown.errors), &shown)
}
