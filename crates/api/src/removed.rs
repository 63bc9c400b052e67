//! Removed endpoints, which respond 410 to any method (docs/rules/requests.md#rule-7).

/// Prefixes of removed paths, including everything below.
const REMOVED_PREFIXES: [&str; 5] =
    ["/v2/myMessages", "/v2/messages", "/v2/myActiveBooks", "/v2/myActivePeriodicals", "/v2/myPeriodicals"];

/// Removed below /v2/accounts/{userIdentifier}.
const OF_ACCOUNTS: [&str; 3] = ["activeBooks", "activePeriodicals", "periodicals"];

/// Returns true if the path belonged to a removed endpoint.
pub fn was_removed(path: &str) -> bool {
    if REMOVED_PREFIXES.iter().any(|prefix| path.starts_with(prefix)) {
        return true;
    }
    let Some((_, rest)) = path.strip_prefix("/v2/accounts/").and_then(|rest| rest.split_once('/')) else {
        return false;
    };
    OF_ACCOUNTS.iter().any(|word| rest.starts_with(word))
}

#[cfg(test)]
mod tests {
    use super::was_removed;

    #[test]
    fn removed_paths_are_known() {
        for path in [
            "/v2/myMessages",
            "/v2/messages/7",
            "/v2/myActiveBooks",
            "/v2/myActiveBooksProfile",
            "/v2/myPeriodicals/9",
            "/v2/accounts/jo%40example.org/activeBooks",
            "/v2/accounts/jo/activeBooksProfile",
            "/v2/accounts/jo/periodicals/3",
        ] {
            assert!(was_removed(path), "{path}");
        }
    }

    #[test]
    fn others_are_not() {
        for path in ["/v2/titles", "/v2/accounts/activeBooks", "/v2/accounts/jo", "/v2/periodicals"] {
            assert!(!was_removed(path), "{path}");
        }
    }
}
