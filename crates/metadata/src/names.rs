//! Names of people and companies.

use domain::Contributor;
use domain::contributors::natural_order;

/// Words behind a comma that do not make a name an inverted one.
const SUFFIXES: [&str; 10] = ["jr", "sr", "ii", "iii", "iv", "phd", "ph.d", "md", "m.d", "esq"];
/// Words behind the last comma of the name of a company.
const COMPANY_SUFFIXES: [&str; 8] = ["co", "corp", "gmbh", "inc", "limited", "llc", "ltd", "plc"];

/// Returns true if nothing but suffixes follows the first comma of a name, and if it has no comma.
pub(crate) fn has_only_suffix(name: &str) -> bool {
    name.split(',').skip(1).all(is_suffix)
}

fn is_suffix(part: &str) -> bool {
    SUFFIXES.contains(&to_bare_word(part).as_str())
}

/// Returns true for the name of a company, which is never inverted: `Harbor Press, Inc.`
pub(crate) fn is_company(name: &str) -> bool {
    let last = name.rsplit_once(',').map(|(_, last)| to_bare_word(last));
    last.is_some_and(|last| COMPANY_SUFFIXES.contains(&last.as_str()))
}

fn to_bare_word(part: &str) -> String {
    part.trim().trim_end_matches('.').to_lowercase()
}

/// An inverted name in its natural order: `King, Martin Luther, Jr.` and `King, Jr., Martin Luther` are
/// `Martin Luther King, Jr.`
pub(crate) fn to_natural_order(inverted: &str) -> String {
    let mut parts: Vec<&str> = inverted.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
    if parts.len() < 2 {
        return parts.concat();
    }
    let place = parts.iter().skip(1).position(|part| !is_suffix(part)).unwrap_or_default();
    let first = parts.remove(place + 1);
    let name = natural_order(first, parts[0]);
    std::iter::once(name.as_str()).chain(parts.into_iter().skip(1)).collect::<Vec<_>>().join(", ")
}

/// Returns true for two roles of one person or body.
pub(crate) fn is_same_person(a: &Contributor, b: &Contributor) -> bool {
    (&a.display_name, &a.index_name) == (&b.display_name, &b.index_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_names_come_first_and_suffixes_last() {
        for (inverted, natural) in [
            ("King, Martin Luther, Jr.", "Martin Luther King, Jr."),
            ("King, Jr., Martin Luther", "Martin Luther King, Jr."),
            ("Berg, Jan van der", "Jan van der Berg"),
            ("van der Berg, Jan", "Jan van der Berg"),
            ("Reed, M.D.", "M.D. Reed"),
            ("Homer", "Homer"),
            ("村上, 春樹", "村上春樹"),
            (",", ""),
        ] {
            assert_eq!(to_natural_order(inverted), natural, "{inverted}");
        }
    }

    #[test]
    fn suffixes_and_companies_are_recognized() {
        for name in ["Homer", "Martin King, Jr.", "Ada Reed, MD, PhD", "Ada Reed, Esq."] {
            assert!(has_only_suffix(name), "{name}");
        }
        for name in ["King, Martin, Jr.", "King, Jr., Martin"] {
            assert!(!has_only_suffix(name), "{name}");
        }
        assert!(is_company("Harbor Press, Inc.") && is_company("Quay, Reed & Sons, Ltd"));
        assert!(!is_company("Reed, Ada") && !is_company("Inc."));
    }
}
