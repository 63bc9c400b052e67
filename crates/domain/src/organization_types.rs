//! Kinds of organizations: data of the library, not code (docs/rules/values.md#rule-16).

/// A kind of organization, for example `school`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrganizationType {
    /// Identifier and name on the wire.
    pub name: String,
    pub description: String,
}

/// Returns true if the text can be a type's name: 1 to 40 letters and digits.
pub fn is_name(text: &str) -> bool {
    (1..=40).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::is_name;

    #[test]
    fn names_are_plain_words() {
        assert!(is_name("school") && is_name("groupHome2"));
        for bad in ["", "two words", "école", "a-b", &"x".repeat(41)] {
            assert!(!is_name(bad), "{bad}");
        }
    }
}
