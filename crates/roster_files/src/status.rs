//! States of people in schools' own systems.

use crate::fold::fold;

/// The state of people who have left, as OneRoster names it.
const INACTIVE_STATUS: &str = "inactive";

/// Folded words of other programs for people who have left, in four languages.
const LEAVER_STATES: &[&str] = &[
    "inactive", "deleted", "suspended", "disabled", "withdrawn", "archived", "transferred", "graduated",
    "exited", "left", "leaver", "offroll", "withdrawal", "graduate", "dropout", "droppedout", "expelled",
    "deceased", "inactif", "radie", "inactivo", "inactiva", "baja", "debaja", "inaktiv", "abgemeldet",
    "abgegangen", "ausgeschieden",
];

/// The state as OneRoster names it; the text itself if it is not understood.
pub(crate) fn normalize_status(text: &str) -> String {
    let folded = fold(text);
    if LEAVER_STATES.contains(&folded.as_str()) { INACTIVE_STATUS.to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_for_people_who_have_left_become_one() {
        for text in ["Inactive", "deleted", "De baja", "abgemeldet", "radié", "Dropped out", "Off roll"] {
            assert_eq!(normalize_status(text), INACTIVE_STATUS);
        }
        for text in ["active", "tobedeleted", "Aktiv", "1", ""] {
            assert_eq!(normalize_status(text), text);
        }
        assert!(LEAVER_STATES.iter().all(|word| fold(word) == *word));
    }
}
