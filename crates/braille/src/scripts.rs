//! Scripts that determine a word's table.

pub(crate) use vocabulary::scripts::language_of_script;

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
