//! /design: the parts that pages are made of, on one page of the sandbox, for those who check or change them.

use askama::filters::HtmlSafeOutput;
use domain::WireEnum as _;
use domain::artifacts::BrailleGrade;
use layout::display::Colors;
use services::titles::{CollectionSearch, Conditions, Query, Sort};

use crate::account::samples::{braille_sentence, draw_cells};
use crate::apps::AppSettings;
use crate::{
    Book, InputError, InputField, Link, Page, Pager, Problem, Result, Section, Visitor, list_errors, render,
};

const MAX_BOOKS: usize = 3;

#[derive(askama::Template)]
#[template(path = "design.html")]
struct DesignPage<'a> {
    page: Page<'a>,
    books: Vec<Book>,
    pager: Pager,
    filters: Vec<Link>,
    plain_field: InputField,
    wrong_field: InputField,
    errors: Vec<InputError>,
    facts: Vec<(String, String)>,
    /// Choices of colors: their values and names.
    colors: Vec<(&'static str, String)>,
    settings: AppSettings,
    cells: HtmlSafeOutput<String>,
}

/// GET /design. Only the sandbox has this page.
pub(crate) async fn show_page(visitor: Visitor) -> Result {
    if !visitor.pages.settings.sandbox {
        return Err(Problem::NotFound);
    }
    let search = CollectionSearch::new(&visitor.op, Query::new(Conditions::default(), Sort::Title))?;
    let found = search.find_page(None, MAX_BOOKS).await?;
    let page = visitor.page(Section::Other);
    let plain = InputField::new_optional(&page, "plain", "field-title")
        .with_hint(page.text("subscription-code-hint"));
    let mut wrong = InputField::new_required(&page, "wrong", "subscription-code");
    wrong.error = Some(page.text("subscription-code-wrong"));
    let words = ["filter-title", "filter-author"];
    let colors = Colors::ALL.iter().filter(|colors| **colors != Colors::default());
    let colors = colors.map(|one| (one.as_str(), page.value_text("display-colors", *one)));
    Ok(render(&DesignPage {
        books: Book::from_views(&page, &found.titles),
        pager: Pager::new("/search", found.previous.as_ref(), found.next.as_ref()),
        filters: words.iter().map(|id| Link::new("/design", page.with_name(id, "ferry"))).collect(),
        errors: list_errors(&[&plain, &wrong]),
        facts: vec![
            (page.text("field-isbn"), "978-0-306-40615-7".to_owned()),
            (page.text("field-language"), page.text("language-english")),
            (page.text("field-voice"), page.text("voice-human")),
        ],
        colors: colors.collect(),
        cells: draw_cells(braille_sentence(BrailleGrade::Contracted, true)),
        settings: AppSettings::new(&visitor.pages, &page),
        plain_field: plain,
        wrong_field: wrong,
        page,
    }))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    /// Classes of elements that the style sheet does not know, and of a variant of a chapter.
    const NO_PARTS: [&str; 5] = ["fixed", "menu", "reading", "when-paused", "when-playing"];

    /// The classes in a template, and the elements and fields that look different from text.
    fn element_classes(template: &str) -> BTreeSet<String> {
        let mut parts = BTreeSet::new();
        for rest in template.split("class=\"").skip(1) {
            let mut text = String::new();
            // An expression can hold a quote, and is not a name.
            for (at, part) in rest.split("{%").enumerate() {
                let part = if at == 0 { part } else { part.split_once("%}").unwrap().1 };
                text.push_str(part.split('"').next().unwrap());
                if part.contains('"') {
                    break;
                }
            }
            parts.extend(text.split_whitespace().map(str::to_owned));
        }
        let elements = ["<details", "<kbd", "<mark", "<progress", "<select", "<table", "<textarea"];
        let fields = ["file", "number", "search", "checkbox", "radio"].map(|kind| format!("type=\"{kind}\""));
        let elements = elements.map(str::to_owned).into_iter().chain(fields);
        parts.extend(elements.filter(|mark| template.contains(mark.as_str())));
        parts
    }

    #[test]
    fn the_page_has_all_parts_of_all_pages() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
        let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
        let shown = ["design", "base", "forms", "books", "icons", "app_settings"];
        let mut shown: BTreeSet<String> =
            shown.iter().flat_map(|name| element_classes(&read(&format!("{name}.html")))).collect();
        shown.extend(NO_PARTS.map(str::to_owned));
        let mut used = 0;
        for file in fs::read_dir(&folder).unwrap() {
            let name = file.unwrap().file_name().into_string().unwrap();
            let parts = element_classes(&read(&name));
            used += parts.len();
            let missing: Vec<_> = parts.difference(&shown).collect();
            assert!(missing.is_empty(), "/design does not show these parts of {name}: {missing:?}");
        }
        assert!(used > 200, "{used}");
        let found = element_classes("<p class=\"a{% if b == \"c\" %} d{% endif %} e\"><mark class=\"f\">");
        assert_eq!(found.into_iter().collect::<Vec<_>>(), ["<mark", "a", "d", "e", "f"]);
    }
}
