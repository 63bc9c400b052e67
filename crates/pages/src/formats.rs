//! Names of formats and languages, lengths and sizes, in words.

use domain::Format;
pub(crate) use layout::formats::{format_name, language_name, language_of_name};

use crate::Page;

/// The use of a format, in one sentence.
pub(crate) fn format_hint(page: &Page<'_>, format: Format) -> String {
    page.text(format.facts().hint_message)
}

/// A length of time, in words.
pub(crate) fn format_duration(page: &Page<'_>, seconds: u64) -> String {
    let minutes = seconds.div_ceil(60);
    if minutes < 60 {
        return page.count("minutes", minutes);
    }
    page.format("hours-minutes", &[("hours", (minutes / 60).into()), ("minutes", (minutes % 60).into())])
}

pub(crate) fn format_file_size(page: &Page<'_>, bytes: u64) -> String {
    let tenths = bytes.div_ceil(100_000);
    match tenths {
        0..10 => page.count("file-size-kb", bytes.div_ceil(1000)),
        10..1000 => page
            .format("file-size-tenths", &[("whole", (tenths / 10).into()), ("tenth", (tenths % 10).into())]),
        _ => page.count("file-size-mb", tenths.div_ceil(10)),
    }
}

#[cfg(test)]
mod tests {
    use domain::formats::Format;
    use domain::wire::WireEnum as _;
    use layout::{Language, MessageValue, Wording};

    use crate::texts;

    #[test]
    fn every_language_explains_each_format() {
        texts::assert_messages(Format::ALL.iter().map(|format| format.facts().hint_message));
    }

    #[test]
    fn every_language_writes_sizes() {
        let messages = texts::load_messages();
        let said = |language, id, values: &[(&str, MessageValue<'_>)]| {
            Wording { messages: &messages, language }.format(id, values)
        };
        let tenths = [("whole", 1_u64.into()), ("tenth", 5_u64.into())];
        let all = Language::ALL.map(|language| said(language, "file-size-tenths", &tenths));
        assert_eq!(all, ["1.5 MB", "1,5 Mo", "1,5 MB", "1,5 MB"]);
        for language in Language::ALL {
            assert!(said(language, "file-size-kb", &[("count", 7_u64.into())]).starts_with("7 "));
            assert!(said(language, "file-size-mb", &[("count", 12_u64.into())]).starts_with("12 "));
        }
    }
}
