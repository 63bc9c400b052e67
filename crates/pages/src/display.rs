//! /display: how text is shown, for every visitor.

use domain::WireEnum;
use layout::Display;
use layout::cookies::with_cookie;
use layout::display::StoredDisplay;
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

pub(crate) async fn show_form(visitor: Visitor) -> Result {
    let page = visitor.page(Section::Other);
    let choices = build_choices(&page, visitor.display);
    Ok(render(&DisplayPage { page, choices }))
}

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
        size: value("size").parse().unwrap_or_default(),
        spacing: value("spacing").parse().unwrap_or_default(),
        letters: value("letters").parse().unwrap_or_default(),
        width: value("width").parse().unwrap_or_default(),
        colors: value("colors").parse().unwrap_or_default(),
    }
}

impl DisplayOption {
    fn new<E: WireEnum + PartialEq>(page: &Page<'_>, name: &'static str, now: E) -> Self {
        let message = format!("display-{name}");
        let options = Choice::list_all(|value| page.value_text(&message, value), |value: E| value == now);
        Self { name, legend: page.text(&message), options }
    }
}

fn build_choices(page: &Page<'_>, now: Display) -> Vec<DisplayOption> {
    vec![
        DisplayOption::new(page, "size", now.size),
        DisplayOption::new(page, "spacing", now.spacing),
        DisplayOption::new(page, "letters", now.letters),
        DisplayOption::new(page, "width", now.width),
        DisplayOption::new(page, "colors", now.colors),
    ]
}

#[cfg(test)]
mod tests {
    use layout::display::{Colors, Letters, Size, Spacing, Width};

    use crate::texts::{assert_messages, value_messages};

    #[test]
    fn every_choice_has_a_name_in_every_language() {
        let names = [
            ("display-size", value_messages::<Size>("display-size")),
            ("display-spacing", value_messages::<Spacing>("display-spacing")),
            ("display-letters", value_messages::<Letters>("display-letters")),
            ("display-width", value_messages::<Width>("display-width")),
            ("display-colors", value_messages::<Colors>("display-colors")),
        ];
        for (name, values) in names {
            assert_messages([name]);
            assert_messages(values);
        }
    }
}
