//! The name of an app in a request's `User-Agent`.

/// Longest name that is kept, in characters.
const MAX_NAME_CHARS: usize = 60;

/// Products of browsers and of libraries, which say nothing about the app that contains them.
const GENERIC: [&str; 11] = [
    "Mozilla", "AppleWebKit", "Gecko", "Chrome", "Safari", "Mobile", "Version", "Electron", "CFNetwork",
    "Darwin", "okhttp",
];

/// The product that a `User-Agent` names, with its version: the first that is not a browser's, else the
/// first. `None` if it names none. Characters beyond visible ASCII are left out.
pub fn app_name(user_agent: &str) -> Option<String> {
    let mut products = Vec::new();
    let mut depth = 0_u32;
    for word in user_agent.split_ascii_whitespace().take(64) {
        // Comments in parentheses can be nested and contain spaces.
        if depth == 0 && !word.starts_with('(') {
            products.push(word);
        }
        for c in word.chars() {
            match c {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
    }
    let generic = |product: &&&str| GENERIC.contains(&product.split('/').next().unwrap_or_default());
    let product = products.iter().find(|product| !generic(product)).or(products.first())?;
    let shown: String = product.chars().filter(char::is_ascii_graphic).take(MAX_NAME_CHARS).collect();
    (!shown.is_empty()).then_some(shown)
}

#[cfg(test)]
mod tests {
    use super::app_name;

    #[test]
    fn the_app_is_found_among_the_products_of_its_browser() {
        for (agent, product) in [
            ("KOReader/2026.03 (https://koreader.rocks/) LuaSocket/3.0", "KOReader/2026.03"),
            ("Readest", "Readest"),
            (
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Thorium/3.2.0 \
                 Chrome/138.0 Electron/37.1 Safari/537.36",
                "Thorium/3.2.0",
            ),
            ("Mozilla/5.0 (X11; (nested) words) Gecko/20100101", "Mozilla/5.0"),
            ("okhttp/4.12.0", "okhttp/4.12.0"),
        ] {
            assert_eq!(app_name(agent).as_deref(), Some(product));
        }
    }

    #[test]
    fn stores_a_short_and_harmless_name() {
        assert_eq!(app_name(""), None);
        assert_eq!(app_name("(only a comment)"), None);
        assert_eq!(app_name("\u{202e}\u{1b}"), None);
        assert_eq!(app_name(&"x".repeat(5000)).unwrap().len(), 60);
        assert_eq!(app_name("K\u{1b}OReader/1").as_deref(), Some("KOReader/1"));
    }
}
