//! Notes about calls.

use services::serving::{MAX_NOTE_CHARS, add_note, open_person};

use super::address::{ServedPath, service_path};
use super::view::{ServiceDraft, render_view};
use crate::{Form, InputError, Page, Result, Section, Visitor};

/// POST: the note is kept. One that is empty or too long is shown again. A form that is sent again adds
/// nothing.
pub(super) async fn save_note(
    visitor: Visitor,
    ServedPath(person): ServedPath,
    Form(fields): Form,
) -> Result {
    let text = clean_text(fields.get("note").unwrap_or_default());
    let error = find_error(&visitor.page(Section::Account), &text);
    if let Some(error) = error {
        let shown = open_person(&visitor.op, &person, None).await?;
        let draft = ServiceDraft { note: text, errors: vec![error], ..ServiceDraft::default() };
        return Ok(render_view(&visitor, (&person, &shown), draft));
    }
    let op = visitor.creation_operation(fields.get("form"), &(&person.id, &text));
    add_note(&op, &person, &text).await?;
    visitor.redirect_with_message("serve-noted", &service_path(&person))
}

/// The text with its lines, and without what does not print.
fn clean_text(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    text.chars().filter(|letter| !letter.is_control() || matches!(letter, '\n' | '\t')).collect()
}

fn find_error(page: &Page<'_>, text: &str) -> Option<InputError> {
    let text = if text.is_empty() {
        page.text("serve-note-missing")
    } else if text.chars().nth(MAX_NOTE_CHARS).is_some() {
        page.count("serve-note-long", MAX_NOTE_CHARS as u64)
    } else {
        return None;
    };
    Some(InputError { field: "note", text })
}

#[cfg(test)]
mod tests {
    use super::clean_text;

    #[test]
    fn a_note_keeps_its_lines_and_nothing_that_does_not_print() {
        assert_eq!(clean_text("One\r\nTwo\u{7}\u{1b}\tthree"), "One\nTwo\tthree");
    }
}
