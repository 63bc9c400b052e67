//! A form on a page, filled in again with what was typed before. The pages are the library's own: their
//! templates quote attributes and escape text.

use std::collections::BTreeSet;
use std::ops::Range;

use layout::kept_form::KeptForm;
use layout::wording::escape_html;

use super::markup::{Tag, parse_tags};

/// The id of the form, if it has none of its own.
const FORM_ID: &str = "kept-form";

/// A change of the page: the text that replaces a range of it.
type Edit = (Range<usize>, String);

/// The page with the form filled in, and with a notice at the beginning of its main part. `notice` makes it
/// from the id of the form. `None` if the page has no form that can hold every field.
pub(super) fn refill_page(
    html: &str,
    kept: &KeptForm,
    notice: impl FnOnce(&str) -> Option<String>,
) -> Option<String> {
    let tags = parse_tags(html);
    let main = tags.iter().find(|tag| tag.is_start("main"))?;
    let is_form = |tag: &Tag<'_>| tag.is_start("form") && tag.value("method").as_deref() == Some("post");
    let mut forms = tags.iter().enumerate().filter(|(_, tag)| is_form(tag));
    let (first, mut edits) = forms.find_map(|(at, _)| Some((at, fill_form(html, &tags, at, kept)?)))?;
    let own_id = tags[first].value("id");
    if own_id.is_none() {
        edits.push(tags[first].add_attribute(&format!("id=\"{FORM_ID}\"")));
    }
    edits.push((main.range.end..main.range.end, notice(own_id.as_deref().unwrap_or(FORM_ID))?));
    edits.sort_by_key(|(range, _)| range.start);
    let mut page = String::with_capacity(html.len());
    let mut position = 0;
    for (range, text) in edits {
        page.push_str(html.get(position..range.start)?);
        page.push_str(&text);
        position = range.end;
    }
    page.push_str(&html[position..]);
    Some(page)
}

/// The changes that fill in the form at a position in the tags. `None` if it is not the one that was sent.
fn fill_form(html: &str, tags: &[Tag<'_>], at: usize, kept: &KeptForm) -> Option<Vec<Edit>> {
    let form = tags[at + 1..].iter().position(|tag| tag.is_end && tag.name == "form")?;
    let controls = at + 1..at + 1 + form;
    let leads_there = |tag: &Tag<'_>, name: &str| tag.value(name).is_some_and(|to| to == kept.action);
    if !leads_there(&tags[at], "action")
        && !tags[controls.clone()].iter().any(|tag| leads_there(tag, "formaction"))
    {
        return None;
    }
    let mut filling = Filling::new(html, tags, kept);
    filling.enter_details(at);
    for position in controls {
        filling.fill_control(position)?;
    }
    filling.finish()
}

/// Progress of filling in a form.
struct Filling<'a> {
    html: &'a str,
    tags: &'a [Tag<'a>],
    /// The fields that no control has taken yet.
    fields: Vec<Option<&'a (String, String)>>,
    /// The value of the list of options that is being read, and whether an option has it.
    select: Option<(&'a str, bool)>,
    /// Positions of the open elements that hide their content until they are opened.
    details: Vec<usize>,
    /// Those of them that hold what was typed.
    opened: BTreeSet<usize>,
    edits: Vec<Edit>,
}

impl<'a> Filling<'a> {
    fn new(html: &'a str, tags: &'a [Tag<'a>], kept: &'a KeptForm) -> Self {
        Self {
            html,
            tags,
            fields: kept.fields.iter().map(Some).collect(),
            select: None,
            details: Vec::new(),
            opened: BTreeSet::new(),
            edits: Vec::new(),
        }
    }

    /// Notes the details around a form, which are opened.
    fn enter_details(&mut self, form: usize) {
        for position in 0..form {
            self.note_details(position);
        }
        self.opened.extend(&self.details);
    }

    fn note_details(&mut self, position: usize) {
        let tags = self.tags;
        let tag = &tags[position];
        if tag.is_start("details") {
            self.details.push(position);
        } else if tag.is_end && tag.name == "details" {
            self.details.pop();
        }
    }

    /// Takes the next value of a field.
    fn take(&mut self, name: &str) -> Option<&'a str> {
        let field = self.fields.iter_mut().find(|field| field.is_some_and(|(found, _)| found == name))?;
        field.take().map(|(_, value)| value.as_str())
    }

    /// Takes a value of a field. Returns false if it was not sent.
    fn take_value(&mut self, name: &str, value: &str) -> bool {
        let is_it = |(found, sent): &(String, String)| found == name && sent == value;
        let field = self.fields.iter_mut().find(|field| field.is_some_and(is_it));
        field.and_then(Option::take).is_some()
    }

    fn was_sent(&self, name: &str) -> bool {
        self.fields.iter().flatten().any(|(found, _)| found == name)
    }

    /// Fills in the control at a position. `None` if it belongs to another form than the one that was sent.
    fn fill_control(&mut self, position: usize) -> Option<()> {
        self.note_details(position);
        let tags = self.tags;
        let tag = &tags[position];
        if tag.is_end {
            return if tag.name == "select" { self.leave_select() } else { Some(()) };
        }
        if tag.name == "option" {
            self.choose_option(tag);
            return Some(());
        }
        let Some(name) = tag.value("name") else { return Some(()) };
        match tag.name {
            "input" => self.fill_input(tag, &name),
            "textarea" => self.fill_textarea(position, &name),
            "select" => {
                self.select = self.take(&name).map(|value| (value, false));
                Some(())
            }
            "button" => {
                self.take_value(&name, &tag.value("value").unwrap_or_default());
                Some(())
            }
            _ => Some(()),
        }
    }

    fn fill_input(&mut self, tag: &Tag<'_>, name: &str) -> Option<()> {
        let value = tag.value("value").unwrap_or_default();
        match tag.value("type").as_deref().unwrap_or("text") {
            // It says what the form is about: another value belongs to another form, or to an earlier state.
            // The token and the mark of the new page count.
            "hidden" if !matches!(name, "token" | "form") => {
                if !self.take_value(name, &value) && self.was_sent(name) {
                    return None;
                }
            }
            "checkbox" | "radio" => {
                let value = if tag.has("value") { value.as_str() } else { "on" };
                let is_checked = self.take_value(name, value);
                self.set_flag(tag, "checked", is_checked);
            }
            "hidden" | "submit" | "image" => {
                self.take(name);
            }
            "file" | "password" => {}
            _ => {
                let sent = self.take(name).filter(|sent| *sent != value && !tag.has("readonly"));
                if let Some(sent) = sent {
                    let text = format!("value=\"{}\"", escape_html(sent));
                    self.edits.push(tag.replace_attribute("value", &text));
                    self.open_details();
                }
            }
        }
        Some(())
    }

    fn fill_textarea(&mut self, position: usize, name: &str) -> Option<()> {
        let Some(sent) = self.take(name) else { return Some(()) };
        let start = self.tags[position].range.end;
        let end =
            self.tags[position + 1..].iter().find(|tag| tag.is_end && tag.name == "textarea")?.range.start;
        // Browsers drop the first line end.
        let text = format!("\n{}", escape_html(sent));
        if self.html[start..end].trim() != text.trim() {
            self.open_details();
        }
        self.edits.push((start..end, text));
        Some(())
    }

    fn choose_option(&mut self, tag: &Tag<'_>) {
        let Some((sent, is_found)) = self.select else { return };
        let is_chosen = !is_found && tag.value("value").as_deref() == Some(sent);
        self.select = Some((sent, is_found || is_chosen));
        self.set_flag(tag, "selected", is_chosen);
    }

    /// Ends a list of options. `None` if none of them is the one that was sent.
    fn leave_select(&mut self) -> Option<()> {
        let is_chosen = self.select.take().is_none_or(|(_, is_found)| is_found);
        is_chosen.then_some(())
    }

    fn set_flag(&mut self, tag: &Tag<'_>, name: &str, is_set: bool) {
        if is_set == tag.has(name) {
            return;
        }
        self.edits.push(if is_set { tag.add_attribute(name) } else { tag.replace_attribute(name, "") });
        self.open_details();
    }

    fn open_details(&mut self) {
        self.opened.extend(&self.details);
    }

    /// The changes. `None` if the form has no control for something that was sent.
    fn finish(mut self) -> Option<Vec<Edit>> {
        let is_placed = |(name, value): &(String, String)| name == "form" || value.is_empty();
        if !self.fields.iter().flatten().all(|field| is_placed(field)) {
            return None;
        }
        let closed = self.opened.iter().map(|at| &self.tags[*at]).filter(|tag| !tag.has("open"));
        let opened: Vec<Edit> = closed.map(|tag| tag.add_attribute("open")).collect();
        self.edits.extend(opened);
        Some(self.edits)
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use layout::kept_form::KeptForm;

    use super::refill_page;

    const PAGE: &str = r#"<body><form method="get" action="/search"><input name="note"></form>
<main id="main" tabindex="-1">
<form method="post" action="/notes/remove"><input type="hidden" name="id" value="1"><button>x</button></form>
<form method="post" action="/notes/remove"><input type="hidden" name="id" value="2"><button>y</button></form>
<details><summary>More</summary>
<form method="post" action="/notes" novalidate>
<input type="hidden" name="token" value="new"><input type="hidden" name="form" value="new">
<input id="name" name="name" type="text" value="Old &#38; gray" required>
<textarea id="note" name="note" rows="3">
</textarea>
<select name="format"><option value="BRF" selected>BRF</option><option value="PDF">PDF</option></select>
<input type="checkbox" name="part" value="a" checked> <input type="checkbox" name="part" value="b">
<input name="present" type="password" value=""><button name="act" value="go">Go</button>
</form>
</details>
</main></body>"#;

    fn kept_form(action: &str, fields: &[(&str, &str)]) -> KeptForm {
        let fields = fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        KeptForm::new("ada", action, Timestamp::UNIX_EPOCH).with_fields(fields)
    }

    fn refill(action: &str, fields: &[(&str, &str)]) -> Option<String> {
        refill_page(PAGE, &kept_form(action, fields), |id| Some(format!("<p>Back in #{id}</p>")))
    }

    #[test]
    fn a_form_holds_again_what_was_typed_and_chosen() {
        let sent = [
            ("form", "old"),
            ("name", "\"New\" <name>"),
            ("note", "One\r\ntwo"),
            ("format", "PDF"),
            ("part", "b"),
            ("act", "go"),
        ];
        let page = refill("/notes", &sent).unwrap();
        assert!(page.contains("<main id=\"main\" tabindex=\"-1\"><p>Back in #kept-form</p>"), "{page}");
        assert!(
            page.contains("<form method=\"post\" action=\"/notes\" novalidate id=\"kept-form\">"),
            "{page}"
        );
        assert!(
            page.contains("name=\"token\" value=\"new\"><input type=\"hidden\" name=\"form\" value=\"new\"")
        );
        assert!(page.contains("value=\"&#34;New&#34; &#60;name&#62;\" required"), "{page}");
        assert!(page.contains("rows=\"3\">\nOne\r\ntwo</textarea>"), "{page}");
        assert!(
            page.contains("<option value=\"BRF\" >BRF</option><option value=\"PDF\" selected>"),
            "{page}"
        );
        assert!(
            page.contains("value=\"a\" > <input type=\"checkbox\" name=\"part\" value=\"b\" checked>"),
            "{page}"
        );
        assert!(page.contains("<details open>"), "what was typed is visible: {page}");
        assert_eq!(page.matches("id=\"kept-form\"").count(), 1);
    }

    #[test]
    fn of_several_forms_the_one_about_the_same_thing_is_filled_in() {
        let page = refill("/notes/remove", &[("id", "2")]).unwrap();
        let (_, rest) = page.split_once("id=\"kept-form\">").unwrap();
        assert!(rest.starts_with("<input type=\"hidden\" name=\"id\" value=\"2\">"), "{page}");
        assert_eq!(refill("/notes/remove", &[("id", "3")]), None, "it is gone");
    }

    #[test]
    fn a_page_without_a_place_for_everything_is_not_used() {
        assert_eq!(refill("/elsewhere", &[("note", "One")]), None);
        assert_eq!(refill("/search", &[("note", "One")]), None, "not a form that changes something");
        assert_eq!(refill("/notes", &[("note", "One"), ("more", "Two")]), None);
        assert_eq!(refill("/notes", &[("note", "One"), ("format", "DAISY")]), None, "no longer offered");
        assert!(refill("/notes", &[("note", "One"), ("more", "")]).is_some(), "nothing is lost");
    }
}
