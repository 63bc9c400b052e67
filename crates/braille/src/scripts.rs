//! Scripts that determine a word's table.

/// The language whose table is used for words of a character's script; `None` for Latin letters, for scripts
/// without a table, and for characters that belong to no script.
pub(crate) fn language_of_script(c: char) -> Option<&'static str> {
    Some(match u32::from(c) {
        0x0370..=0x03FF => "el",
        0x1F00..=0x1FFF => "grc",
        0x0400..=0x052F | 0x1C80..=0x1C8F | 0x2DE0..=0x2DFF | 0xA640..=0xA69F => "ru",
        0x0590..=0x05FF | 0xFB1D..=0xFB4F => "he",
        0x0600..=0x06FF | 0x0750..=0x077F | 0x08A0..=0x08FF | 0xFB50..=0xFDFF | 0xFE70..=0xFEFC => "ar",
        0x0900..=0x097F => "hi",
        0x0980..=0x09FF => "bn",
        0x0A00..=0x0A7F => "pa",
        0x0A80..=0x0AFF => "gu",
        0x0B00..=0x0B7F => "or",
        0x0B80..=0x0BFF => "ta",
        0x0C00..=0x0C7F => "te",
        0x0C80..=0x0CFF => "kn",
        0x0D00..=0x0D7F => "ml",
        0x1000..=0x109F | 0xAA60..=0xAA7F => "my",
        0x10A0..=0x10FF | 0x1C90..=0x1CBF | 0x2D00..=0x2D2F => "ka",
        0x1200..=0x139F | 0x2D80..=0x2DDF | 0xAB00..=0xAB2F => "am",
        0x1780..=0x17FF => "km",
        0x1100..=0x11FF | 0x3130..=0x318F | 0xAC00..=0xD7AF => "ko",
        0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0x20000..=0x2FA1F => "zh",
        _ => return None,
    })
}

/// Returns true if a stated language uses the script that the other language represents.
pub(crate) fn is_same_script(stated: &str, of_script: &str) -> bool {
    let stands_for = match stated {
        "el" | "grc" => "el",
        "ru" | "uk" | "be" | "bg" | "sr" | "mk" | "kk" | "mn" | "ky" | "tg" | "ba" => "ru",
        "he" | "yi" => "he",
        "ar" | "fa" | "ur" | "ckb" | "ps" => "ar",
        "hi" | "mr" | "sa" | "ne" => "hi",
        other => other,
    };
    stands_for == if of_script == "grc" { "el" } else { of_script }
}
