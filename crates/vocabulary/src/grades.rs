//! Codes of school grades.

/// Returns true for a British level (BIC): `4` with one to four capital letters or digits after it.
pub fn is_bic_level(code: &str) -> bool {
    code.strip_prefix('4').is_some_and(|rest| {
        (1..=4).contains(&rest.len()) && rest.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::is_bic_level;

    #[test]
    fn british_levels_have_up_to_five_characters() {
        for code in ["4Z", "4KH", "4KHF", "41234"] {
            assert!(is_bic_level(code), "{code}");
        }
        for code in ["", "4", "4khf", "4KHFGX", "5KH", "4É"] {
            assert!(!is_bic_level(code), "{code}");
        }
    }
}
