//! Names of formats and languages, lengths and sizes, in words.

use domain::formats::Format;
use domain::languages;

use crate::page::Page;

/// A format's name for people.
pub(crate) fn format_name(page: &Page<'_>, format: Format) -> String {
    page.t(match format {
        Format::Daisy => "format-daisy",
        Format::DaisyAudio => "format-daisy-audio",
        Format::Daisy2Audio => "format-daisy-2-audio",
        Format::Brf => "format-brf",
        Format::Epub3 => "format-epub3",
        Format::Pdf => "format-pdf",
        Format::Docx => "format-docx",
    })
}

/// What a format is good for, in one sentence.
pub(crate) fn format_hint(page: &Page<'_>, format: Format) -> String {
    page.t(match format {
        Format::Daisy => "format-daisy-hint",
        Format::DaisyAudio => "format-daisy-audio-hint",
        Format::Daisy2Audio => "format-daisy-2-audio-hint",
        Format::Brf => "format-brf-hint",
        Format::Epub3 => "format-epub3-hint",
        Format::Pdf => "format-pdf-hint",
        Format::Docx => "format-docx-hint",
    })
}

/// The name of a language, ISO 639-2 alpha-3: in the page's language for those that pages are written in, otherwise
/// the English one.
pub(crate) fn language_name(page: &Page<'_>, code: &str) -> String {
    match layout::Language::of(code) {
        Some(layout::Language::English) => page.t("language-english"),
        Some(layout::Language::French) => page.t("language-french"),
        Some(layout::Language::Spanish) => page.t("language-spanish"),
        Some(layout::Language::German) => page.t("language-german"),
        None => languages::name(code).unwrap_or(code).to_owned(),
    }
}

/// A length of time.
pub(crate) fn duration(page: &Page<'_>, seconds: u64) -> String {
    let minutes = seconds.div_ceil(60);
    if minutes < 60 {
        return page.n("minutes", minutes);
    }
    page.said("hours-minutes", &[("hours", (minutes / 60).into()), ("minutes", (minutes % 60).into())])
}

/// The direction of a text in a language, as HTML's `dir`.
pub(crate) fn direction(tag: &str) -> &'static str {
    let primary = tag.split('-').next().unwrap_or_default();
    let is_rtl =
        matches!(primary, "ar" | "he" | "fa" | "ur" | "yi" | "ps" | "sd" | "ug" | "dv" | "ckb" | "syr");
    if is_rtl { "rtl" } else { "ltr" }
}
