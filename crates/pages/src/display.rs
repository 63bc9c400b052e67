//! /display: how text is shown, for every visitor.

use layout::Display;
use layout::cookies::with_cookie;
use layout::display::{Colors, Letters, Size, Spacing, StoredDisplay, Width};
use services::preferences;

use crate::inputs::Choice;
use crate::{Fields, Form, Page, Result, Section, Visitor, render};

struct DisplayOption {
    name: &'static str,
    legend: String,
    options: Vec<Choice>,
}

#[derive(askama::Template)]
#[template(path = "display.html")]
struct DisplayPage<'a> {
    page: Page<'a>,
    choices: Vec<DisplayOption>,
}

/// GET /display
pub(crate) async fn show_form(visitor: Visitor) -> Result {
    let page = visitor.page(Section::Other);
    let choices = build_choices(&page, visitor.display);
    Ok(render(&DisplayPage { page, choices }))
}

/// POST /display
pub(crate) async fn save_settings(visitor: Visitor, Form(fields): Form) -> Result {
    let display = read_display(&fields);
    let stored = if visitor.is_signed_in() {
        preferences::keep_display(visitor.signed_in_user()?, display.to_text()).await?;
        StoredDisplay::from_account(display)
    } else {
        StoredDisplay::from_guest(display)
    };
    Ok(with_cookie(
        visitor.redirect_with_message("display-saved", "/display")?,
        &stored.set_cookie(visitor.pages.uses_https()),
    ))
}

fn read_display(fields: &Fields) -> Display {
    let value = |name| fields.get(name).unwrap_or_default();
    Display {
        size: Size::from_name(value("size")).unwrap_or_default(),
        spacing: Spacing::from_name(value("spacing")).unwrap_or_default(),
        letters: Letters::from_name(value("letters")).unwrap_or_default(),
        width: Width::from_name(value("width")).unwrap_or_default(),
        colors: Colors::from_name(value("colors")).unwrap_or_default(),
    }
}

fn build_choices(page: &Page<'_>, now: Display) -> Vec<DisplayOption> {
    let choice = |name: &'static str, values: Vec<&'static str>, chosen: &'static str| DisplayOption {
        name,
        legend: page.text(&format!("display-{name}")),
        options: values
            .into_iter()
            .map(|value| Choice::new(value, page.text(&format!("display-{name}-{value}")), value == chosen))
            .collect(),
    };
    vec![
        choice("size", Size::ALL.iter().map(|value| value.as_str()).collect(), now.size.as_str()),
        choice("spacing", Spacing::ALL.iter().map(|value| value.as_str()).collect(), now.spacing.as_str()),
        choice("letters", Letters::ALL.iter().map(|value| value.as_str()).collect(), now.letters.as_str()),
        choice("width", Width::ALL.iter().map(|value| value.as_str()).collect(), now.width.as_str()),
        choice("colors", Colors::ALL.iter().map(|value| value.as_str()).collect(), now.colors.as_str()),
    ]
}

#[cfg(test)]
mod tests {
    use layout::display::{Colors, Letters, Size, Spacing, Width};

    use crate::texts::assert_messages;

    #[test]
    fn every_choice_has_a_name_in_every_language() {
        let names = [
            ("size", Size::ALL.iter().map(|one| one.as_str()).collect::<Vec<_>>()),
            ("spacing", Spacing::ALL.iter().map(|one| one.as_str()).collect()),
            ("letters", Letters::ALL.iter().map(|one| one.as_str()).collect()),
            ("width", Width::ALL.iter().map(|one| one.as_str()).collect()),
            ("colors", Colors::ALL.iter().map(|one| one.as_str()).collect()),
        ];
        for (name, values) in names {
            assert_messages([format!("display-{name}")]);
            assert_messages(values.iter().map(|value| format!("display-{name}-{value}")));
        }
    }
}
