//! /desk/erasures/{number}: the certificate of an erasure, as a page and as a file.

use domain::erasure::ErasedSubject;
use services::erasure::{Certificate, open_certificate};

use super::certificate_path;
use super::wording::{list_erased, list_retained, reason_text};
use crate::attachments::attach_file;
use crate::problem::parse_number;
use crate::{Page, Path, Result, Section, Visitor, format_day_of, format_moment, render};

#[derive(askama::Template)]
#[template(path = "desk_certificate.html")]
struct CertificatePage<'a> {
    page: Page<'a>,
    heading: String,
    facts: Vec<(String, String)>,
    erased: Vec<String>,
    retained: Vec<String>,
    file_href: String,
}

pub(super) async fn show_page(visitor: Visitor, Path(number): Path<String>) -> Result {
    visitor.op.require_membership_staff()?;
    let certificate = open_certificate(&visitor.op, parse_number(&number)?).await?;
    let page = visitor.page(Section::Account);
    Ok(render(&CertificatePage {
        heading: heading_text(&page, &certificate),
        facts: list_facts(&page, &certificate),
        erased: list_erased(&page, &certificate.erasure.report),
        retained: list_retained(&page, &certificate.erasure.report),
        file_href: format!("{}/certificate.txt", certificate_path(certificate.erasure.id)),
        page,
    }))
}

/// GET: the same as a file of text.
pub(super) async fn download(visitor: Visitor, Path(number): Path<String>) -> Result {
    visitor.op.require_membership_staff()?;
    let certificate = open_certificate(&visitor.op, parse_number(&number)?).await?;
    let page = visitor.page(Section::Account);
    let name = format!("erasure-{}.txt", certificate.erasure.id);
    Ok(attach_file(&name, "text/plain; charset=utf-8", write_text(&page, &certificate)))
}

fn heading_text(page: &Page<'_>, certificate: &Certificate) -> String {
    page.with_name("erasure-certificate", &certificate.erasure.id.to_string())
}

fn list_facts(page: &Page<'_>, certificate: &Certificate) -> Vec<(String, String)> {
    let erasure = &certificate.erasure;
    let note = &erasure.note;
    let by = note.by.as_ref().map_or_else(|| page.text("erasure-by-library"), ToString::to_string);
    let (subject, id) = match &note.subject {
        ErasedSubject::Account(id) => ("desk-identifier", id.as_str()),
        ErasedSubject::Organization(id) => ("desk-organization", id.as_str()),
    };
    let mut facts = vec![
        (page.text(subject), id.to_owned()),
        (page.text("desk-site"), note.site.to_string()),
        (page.text("erasure-date"), format_moment(page, note.erased)),
        (page.text("erasure-by"), by),
        (page.text("erasure-reason"), reason_text(page, note.reason)),
    ];
    if let ErasedSubject::Organization(_) = note.subject {
        facts.push((page.text("erasure-people"), certificate.people.to_string()));
        let state = match (erasure.finished, certificate.waiting) {
            (None, Some(people)) => page.count("erasure-waiting", people.members + people.sponsors),
            (Some(finished), _) => format_day_of(page, finished),
            (None, None) => page.count("erasure-waiting", 0),
        };
        facts.push((page.text("erasure-finished"), state));
    }
    facts
}

/// The certificate as lines of text, in the language of the page.
fn write_text(page: &Page<'_>, certificate: &Certificate) -> String {
    let report = &certificate.erasure.report;
    let mut lines = vec![heading_text(page, certificate), String::new()];
    lines.extend(list_facts(page, certificate).into_iter().map(|(name, value)| format!("{name}: {value}")));
    for (heading, sentences) in
        [("erasure-gone", list_erased(page, report)), ("erasure-kept", list_retained(page, report))]
    {
        if !sentences.is_empty() {
            lines.extend([String::new(), page.text(heading)]);
            lines.extend(sentences.into_iter().map(|sentence| format!("- {sentence}")));
        }
    }
    lines.extend([String::new(), page.text("erasure-backups"), String::new()]);
    lines.join("\n")
}
