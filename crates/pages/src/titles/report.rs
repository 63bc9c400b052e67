//! /titles/{id}/problem: reports a problem with a title to collection staff.

use domain::WireEnum as _;
use services::problem_reports::{self, MAX_TEXT_CHARS, NewReport, ProblemKind};
use services::titles;

use super::parse_title_id;
use crate::books::Book;
use crate::inputs::{self, Choice, InputError};
use crate::{Fields, Form, Page, Path, Problem, Query, Result, Section, Visitor, render_with_status};

#[derive(askama::Template)]
#[template(path = "report.html")]
struct ReportPage<'a> {
    page: Page<'a>,
    book: Book,
    choices: Vec<Choice>,
    words: String,
    words_hint: String,
    errors: Vec<InputError>,
    /// True if the report was sent: there is no form any more.
    is_sent: bool,
}

/// A reader's input.
struct ReportDraft {
    kind: Option<ProblemKind>,
    words: String,
}

impl ReportDraft {
    fn from_fields(fields: &Fields) -> Self {
        let words = fields.get("words").unwrap_or_default().replace("\r\n", "\n");
        let printed = |letter: &char| !letter.is_control() || matches!(letter, '\n' | '\t');
        Self {
            kind: fields.get("kind").and_then(|kind| ProblemKind::parse(kind).ok()),
            words: words.chars().filter(printed).collect(),
        }
    }

    fn errors(&self, page: &Page<'_>) -> Vec<InputError> {
        let kind =
            self.kind.is_none().then(|| InputError { field: "kind", text: page.text("report-kind-missing") });
        let long = self.words.chars().count() > MAX_TEXT_CHARS;
        let long = long.then(|| page.count("report-words-long", MAX_TEXT_CHARS as u64));
        kind.into_iter().chain(long.map(|text| InputError { field: "words", text })).collect()
    }
}

pub(crate) async fn show_form(visitor: Visitor, Path(id): Path<String>, Query(fields): Query) -> Result {
    render_form(&visitor, &id, &ReportDraft::from_fields(&fields), Vec::new()).await
}

pub(crate) async fn send_report(visitor: Visitor, Path(id): Path<String>, Form(fields): Form) -> Result {
    let op = visitor.signed_in_user()?;
    let title = parse_title_id(&id)?;
    let draft = ReportDraft::from_fields(&fields);
    let errors = draft.errors(&visitor.page(Section::Search));
    let Some(kind) = draft.kind.filter(|_| errors.is_empty()) else {
        return render_form(&visitor, &id, &draft, errors).await;
    };
    let words = Some(draft.words).filter(|words| !words.is_empty());
    problem_reports::report(op, title, NewReport { kind, words }).await?;
    visitor.redirect_with_message("report-sent", &format!("/titles/{title}/problem"))
}

async fn render_form(visitor: &Visitor, id: &str, draft: &ReportDraft, errors: Vec<InputError>) -> Result {
    visitor.signed_in_user()?;
    let view = titles::get(&visitor.op, parse_title_id(id)?).await?;
    if view.item.owner.is_some() {
        return Err(Problem::NotFound);
    }
    let page = visitor.page(Section::Search);
    let page = ReportPage {
        book: Book::new(&page, &view),
        choices: Choice::list_all(
            |kind: ProblemKind| page.value_text("report-kind", kind),
            |kind| draft.kind == Some(kind),
        ),
        words: draft.words.clone(),
        words_hint: page.count("report-words-hint", MAX_TEXT_CHARS as u64),
        errors,
        is_sent: visitor.notice.is_some(),
        page,
    };
    Ok(render_with_status(inputs::form_status(&page.errors), &page))
}

#[cfg(test)]
mod tests {
    use domain::problem_reports::{MAX_TEXT_CHARS, ProblemKind};

    use super::ReportDraft;
    use crate::fields::Fields;
    use crate::texts::{assert_messages, value_messages};

    #[test]
    fn every_kind_has_a_name_in_every_language() {
        assert_messages(value_messages::<ProblemKind>("report-kind"));
    }

    #[test]
    fn words_keep_their_lines_and_nothing_that_does_not_print() {
        let draft = ReportDraft::from_fields(&Fields::parse(b"kind=sound&words=One%0D%0ATwo%07%1B%00"));
        assert_eq!((draft.kind, draft.words.as_str()), (Some(ProblemKind::Sound), "One\nTwo"));
        assert_eq!(ReportDraft::from_fields(&Fields::parse(b"kind=smell")).kind, None);
        let long = ReportDraft::from_fields(&Fields::parse(
            format!("words={}", "a".repeat(MAX_TEXT_CHARS + 1)).as_bytes(),
        ));
        assert_eq!(long.words.len(), MAX_TEXT_CHARS + 1, "what is too long is shown again whole");
    }
}
