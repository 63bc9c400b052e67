//! Checks the shape of email addresses. Only sending an email there proves more.

/// The longest address that mail can be sent to (RFC 5321).
const MAX_LENGTH: usize = 254;

/// The longest part before the `@`.
const MAX_LOCAL: usize = 64;

/// `local@domain`: no spaces, signs or empty parts where none can be, and a domain of at least two names.
pub fn is_email(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    text.len() <= MAX_LENGTH && is_local(local) && is_domain(domain)
}

fn is_local(local: &str) -> bool {
    local.len() <= MAX_LOCAL
        && local.split('.').all(|part| !part.is_empty() && part.chars().all(is_local_char))
}

/// The characters of RFC 5322 that need no quotation marks, and the letters of all scripts (RFC 6531).
fn is_local_char(c: char) -> bool {
    c.is_alphanumeric() || "!#$%&'*+-/=?^_`{|}~".contains(c)
}

fn is_domain(domain: &str) -> bool {
    domain.contains('.')
        && domain.split('.').all(|name| {
            (1..=63).contains(&name.len())
                && !name.starts_with('-')
                && !name.ends_with('-')
                && name.chars().all(|c| c.is_alphanumeric() || c == '-')
        })
}

#[cfg(test)]
mod tests {
    use super::is_email;

    #[test]
    fn accepts_email_addresses() {
        for text in
            ["ada@example.org", "ada.reed+books@mail.example.co.uk", "jürgen@müller.example", "o'hara@x.ie"]
        {
            assert!(is_email(text), "{text}");
        }
    }

    #[test]
    fn rejects_everything_else() {
        let long = format!("{}@example.org", "a".repeat(65));
        for text in [
            "",
            "ada",
            "@example.org",
            "ada@",
            "ada@example",
            "a da@example.org",
            "ada@exa mple.org",
            "ada@@example.org",
            "ada..reed@example.org",
            ".ada@example.org",
            "ada@-example.org",
            "ada@example..org",
            "ada@example.org\n",
            "<ada@example.org>",
            long.as_str(),
        ] {
            assert!(!is_email(text), "{text}");
        }
    }
}
