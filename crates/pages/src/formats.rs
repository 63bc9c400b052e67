//! Names of formats and languages, lengths and sizes, in words.

use domain::formats::Format;
pub(crate) use layout::formats::{format_name, language_name};

use crate::page::Page;

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
