//! Words that annotations show on pages: the fields of forms, and text that was typed onto a page. The tags
//! of a document only refer to them.

use books::draft::tidy_text;
use serde_json::Value;

use super::objects::PdfObjects;

/// Maximum number of annotations that are read, of bytes that one and all of them show, and of bytes of the
/// name of a field. Annotations may share one long value.
const MAX_ANNOTATIONS: usize = 20_000;
const MAX_WORDS_BYTES: usize = 64 << 10;
const MAX_ALL_WORDS_BYTES: usize = 4 << 20;
const MAX_NAME_BYTES: usize = 1_000;
/// Maximum numbers of options of a choice, and of those that are chosen.
const MAX_OPTIONS: usize = 500;
const MAX_CHOSEN: usize = 20;
/// Flags of an annotation that nobody sees: hidden, or not shown on screens.
const INVISIBLE_FLAGS: u64 = 2 | 32;
/// The flag of a field whose text is a password.
const PASSWORD_FLAG: u64 = 1 << 13;
/// The flag of a button that has no state.
const PUSH_BUTTON_FLAG: u64 = 1 << 16;
const CHECKED_BOX: &str = "\u{2611}";
pub(super) const EMPTY_BOX: &str = "\u{2610}";

/// The annotations, and the bytes of their words, that may still be read.
#[derive(Debug)]
pub(super) struct AnnotationBudget {
    annotations: usize,
    bytes: usize,
}

impl Default for AnnotationBudget {
    fn default() -> Self {
        Self { annotations: MAX_ANNOTATIONS, bytes: MAX_ALL_WORDS_BYTES }
    }
}

/// Returns true for an annotation that nobody sees.
pub(super) fn is_invisible(objects: &PdfObjects, annotation: &Value) -> bool {
    objects.entry(annotation, "/F").as_u64().unwrap_or_default() & INVISIBLE_FLAGS != 0
}

/// The words that an annotation shows on its page. `None` also if it has too many.
pub(super) fn read_shown_words(
    objects: &PdfObjects,
    annotation: &Value,
    budget: &mut AnnotationBudget,
) -> Option<String> {
    let kind = objects.name(objects.raw_entry(annotation, "/Subtype"))?;
    if !matches!(kind, "FreeText" | "Widget") || is_invisible(objects, annotation) {
        return None;
    }
    budget.annotations = budget.annotations.checked_sub(1)?;
    let words = if kind == "Widget" {
        read_field(objects, annotation)?
    } else {
        decode_words(objects, objects.raw_entry(annotation, "/Contents"))?
    };
    budget.bytes = budget.bytes.checked_sub(words.len())?;
    Some(tidy_text(&words)).filter(|words| !words.is_empty())
}

/// The name of a field, or of the person who typed a text onto a page.
pub(super) fn read_name(objects: &PdfObjects, annotation: &Value) -> Option<String> {
    let is_field = objects.name(objects.raw_entry(annotation, "/Subtype")) == Some("Widget");
    let name = objects.find_inherited(annotation, if is_field { "/TU" } else { "/T" })?;
    let name = tidy_text(&decode_up_to(MAX_NAME_BYTES, objects, name)?);
    Some(name).filter(|name| !name.is_empty())
}

fn decode_words(objects: &PdfObjects, value: &Value) -> Option<String> {
    decode_up_to(MAX_WORDS_BYTES, objects, value)
}

/// A text, unless it has more than `max_bytes` bytes.
pub(super) fn decode_up_to(max_bytes: usize, objects: &PdfObjects, value: &Value) -> Option<String> {
    let value = objects.follow(value);
    value.as_str().filter(|text| text.len() <= max_bytes)?;
    objects.decode_text(value)
}

fn read_field(objects: &PdfObjects, widget: &Value) -> Option<String> {
    let flags = objects.find_inherited(widget, "/Ff").and_then(Value::as_u64).unwrap_or_default();
    match objects.find_inherited(widget, "/FT")?.as_str()? {
        "/Tx" if flags & PASSWORD_FLAG == 0 => decode_words(objects, objects.find_inherited(widget, "/V")?),
        "/Ch" => {
            let chosen = objects.items(objects.find_inherited(widget, "/V")?).iter().take(MAX_CHOSEN);
            let words = chosen.filter_map(|value| option_label(objects, widget, value));
            Some(words.collect::<Vec<_>>().join(", "))
        }
        "/Btn" if flags & PUSH_BUTTON_FLAG != 0 => {
            decode_words(objects, objects.raw_entry(objects.entry(widget, "/MK"), "/CA"))
        }
        "/Btn" => {
            let state = objects.name(objects.raw_entry(widget, "/AS"));
            Some(if state.is_none_or(|state| state == "Off") { EMPTY_BOX } else { CHECKED_BOX }.to_owned())
        }
        _ => None,
    }
}

/// The words of a choice: options may be pairs of a value and its words.
fn option_label(objects: &PdfObjects, widget: &Value, value: &Value) -> Option<String> {
    let chosen = objects.follow(value);
    let options = objects.find_inherited(widget, "/Opt").map(|options| objects.items(options));
    let mut options = options.unwrap_or_default().iter().take(MAX_OPTIONS);
    let label = options.find_map(|option| match objects.items(option) {
        [own, words] if objects.follow(own) == chosen => decode_words(objects, words),
        _ => None,
    });
    label.or_else(|| decode_words(objects, chosen))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn fields_and_typed_text_are_read_as_they_are_shown() {
        let all = json!({
            "pages": [],
            "qpdf": [{}, {"obj:7 0 R": {"value": {"/FT": "/Tx", "/V": "u:Ada\nHarbor", "/TU": "u:Your name"}}}],
        });
        let objects = PdfObjects::parse(all.to_string().as_bytes()).unwrap();
        let read =
            |annotation: Value| read_shown_words(&objects, &annotation, &mut AnnotationBudget::default());
        let field = |more: Value| {
            let mut field = json!({"/Subtype": "/Widget"});
            field.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            read(field)
        };
        assert_eq!(field(json!({"/Parent": "7 0 R"})).as_deref(), Some("Ada Harbor"));
        assert_eq!(field(json!({"/Parent": "7 0 R", "/F": 2})), None);
        assert_eq!(field(json!({"/Parent": "7 0 R", "/Ff": 1 << 13})), None);
        let options = json!([["u:de", "u:German"], ["u:fr", "u:French"]]);
        let choice = json!({"/FT": "/Ch", "/V": ["u:fr", "u:de"], "/Opt": options});
        assert_eq!(field(choice).as_deref(), Some("French, German"));
        assert_eq!(field(json!({"/FT": "/Ch", "/V": "u:Gull"})).as_deref(), Some("Gull"));
        assert_eq!(field(json!({"/FT": "/Btn", "/AS": "/Yes"})).as_deref(), Some(CHECKED_BOX));
        assert_eq!(field(json!({"/FT": "/Btn", "/AS": "/Off"})).as_deref(), Some(EMPTY_BOX));
        let button = json!({"/FT": "/Btn", "/Ff": 1 << 16, "/MK": {"/CA": "u:Send"}});
        assert_eq!(field(button).as_deref(), Some("Send"));
        assert_eq!(read(json!({"/Subtype": "/FreeText", "/Contents": "u:Typed"})).as_deref(), Some("Typed"));
        assert_eq!(read(json!({"/Subtype": "/Link", "/Contents": "u:A link"})), None);
        let widget = json!({"/Subtype": "/Widget", "/Parent": "7 0 R", "/T": "u:name"});
        assert_eq!(read_name(&objects, &widget).as_deref(), Some("Your name"));
        let typed = json!({"/Subtype": "/FreeText", "/T": "u:Ms. Quay"});
        assert_eq!(read_name(&objects, &typed).as_deref(), Some("Ms. Quay"));
    }

    #[test]
    fn fields_that_share_a_long_value_take_no_more_than_a_bounded_memory() {
        let long = format!("u:{}", "x".repeat(MAX_WORDS_BYTES - 2));
        let all = json!({
            "pages": [],
            "qpdf": [{}, {
                "obj:7 0 R": {"value": {"/FT": "/Tx", "/V": long}},
                "obj:8 0 R": {"value": {"/FT": "/Tx", "/V": format!("{long}x")}},
            }],
        });
        let objects = PdfObjects::parse(all.to_string().as_bytes()).unwrap();
        let mut budget = AnnotationBudget::default();
        let shared = json!({"/Subtype": "/Widget", "/Parent": "7 0 R"});
        let read = (0..1_000).filter_map(|_| read_shown_words(&objects, &shared, &mut budget));
        assert_eq!(read.count(), MAX_ALL_WORDS_BYTES / (MAX_WORDS_BYTES - 2));
        let longer = json!({"/Subtype": "/Widget", "/Parent": "8 0 R"});
        assert_eq!(read_shown_words(&objects, &longer, &mut AnnotationBudget::default()), None);
    }
}
