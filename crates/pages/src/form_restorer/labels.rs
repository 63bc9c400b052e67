//! The words next to the controls of a page: people know fields by them, and not by their names.

use std::collections::HashMap;

use super::markup::{Tag, parse_tags, read_text};

/// Shown as the value of a box that was checked, with its own label and not that of a group.
const CHECK_MARK: &str = "✓";

/// The labels of fields, and of the values that can be chosen.
#[derive(Default)]
pub(super) struct FieldLabels {
    /// By the name of the field.
    fields: HashMap<String, String>,
    /// The label and the words for the value, by the name of the field and the value that is sent.
    choices: HashMap<(String, String), (String, String)>,
}

impl FieldLabels {
    /// The label of a field, and the words for its value; a value that was typed stays unchanged. `None` if
    /// no page has a label for it.
    pub(super) fn describe_field<'a>(&'a self, name: &str, value: &'a str) -> Option<(&'a str, &'a str)> {
        if let Some((label, text)) = self.choices.get(&(name.to_owned(), value.to_owned())) {
            return Some((label.as_str(), text.as_str()));
        }
        self.fields.get(name).map(|label| (label.as_str(), value))
    }

    /// Adds the labels of a page; those of earlier pages stay.
    pub(super) fn add_page(&mut self, html: &str) {
        let tags = parse_tags(html);
        let by_id = labels_by_id(html, &tags);
        let mut legends: Vec<String> = Vec::new();
        let mut enclosing_label = String::new();
        let mut select: Option<(String, String)> = None;
        for (position, tag) in tags.iter().enumerate() {
            match (tag.name, tag.is_end) {
                ("fieldset", false) => legends.push(String::new()),
                ("fieldset", true) => drop(legends.pop()),
                ("legend", false) => {
                    if let Some(legend) = legends.last_mut() {
                        *legend = read_text(html, &tags, position);
                    }
                }
                ("label", false) => enclosing_label = read_text(html, &tags, position),
                ("label", true) => enclosing_label.clear(),
                ("option", false) => {
                    if let (Some((name, label)), Some(value)) = (&select, tag.value("value")) {
                        let text = read_text(html, &tags, position);
                        self.choices.entry((name.clone(), value)).or_insert_with(|| (label.clone(), text));
                    }
                }
                ("select", true) => select = None,
                ("input" | "textarea" | "select", false) => {
                    let of_id = tag.value("id").and_then(|id| by_id.get(&id));
                    let label = of_id.unwrap_or(&enclosing_label);
                    let name = tag.value("name").filter(|_| !label.is_empty());
                    if let Some(name) = &name {
                        let legend = legends.last().filter(|legend| !legend.is_empty());
                        self.add_control(tag, name, label, legend.map(String::as_str));
                    }
                    select = name.filter(|_| tag.name == "select").map(|name| (name, label.clone()));
                }
                _ => {}
            }
        }
    }

    fn add_control(&mut self, tag: &Tag<'_>, name: &str, label: &str, legend: Option<&str>) {
        let is_choice = matches!(tag.value("type").as_deref(), Some("checkbox" | "radio"));
        let field_label = if is_choice { legend } else { Some(label) };
        if let Some(label) = field_label {
            self.fields.entry(name.to_owned()).or_insert_with(|| label.to_owned());
        }
        if is_choice {
            let value = tag.value("value").unwrap_or_else(|| "on".to_owned());
            let (label, text) = legend.map_or((label, CHECK_MARK), |legend| (legend, label));
            let words = || (label.to_owned(), text.to_owned());
            self.choices.entry((name.to_owned(), value)).or_insert_with(words);
        }
    }
}

/// The labels that name the control that they belong to, by its identifier.
fn labels_by_id(html: &str, tags: &[Tag<'_>]) -> HashMap<String, String> {
    let labels = tags.iter().enumerate().filter(|(_, tag)| tag.is_start("label"));
    labels.filter_map(|(position, tag)| Some((tag.value("for")?, read_text(html, tags, position)))).collect()
}

#[cfg(test)]
mod tests {
    use super::FieldLabels;

    const PAGE: &str = r#"<form><fieldset><legend>What is <b>wrong</b>?</legend>
<input type="radio" id="kind-sound" name="kind" value="sound"><label for="kind-sound">The recording</label>
</fieldset><label for="words">Your words &#38;
more</label><textarea id="words" name="words"></textarea>
<label for="grade">Grade</label><select id="grade" name="grade"><option value="6">Grade 6</option></select>
<input type="checkbox" id="sure" name="sure" value="yes"><label for="sure">I am sure</label>
<label class="pick"><input type="checkbox" name="member" value="mia"><span>Mia</span></label>
<label class="pick"><input type="checkbox" name="member" value="tom"><span>Tom</span></label>
<input type="hidden" name="token" value="t"><input type="text" name="bare"></form>"#;

    #[test]
    fn fields_and_choices_have_the_words_of_the_page() {
        let mut labels = FieldLabels::default();
        labels.add_page(PAGE);
        labels.add_page("<label for=\"words\">Later</label><input id=\"words\" name=\"words\">");
        for (name, value, label, text) in [
            ("kind", "sound", "What is wrong?", "The recording"),
            ("kind", "smell", "What is wrong?", "smell"),
            ("words", "Chapter 2", "Your words & more", "Chapter 2"),
            ("grade", "6", "Grade", "Grade 6"),
            ("sure", "yes", "I am sure", "✓"),
            ("member", "mia", "Mia", "✓"),
            ("member", "tom", "Tom", "✓"),
        ] {
            assert_eq!(labels.describe_field(name, value), Some((label, text)), "{name}");
        }
        for name in ["token", "bare", "other", "member"] {
            assert_eq!(labels.describe_field(name, "zoe"), None, "{name}");
        }
    }
}
