//! The list of schools, libraries and others that exist, from which organizations register and readers choose
//! their school (docs/rules/records.md#rule-32).

use serde::{Deserialize, Serialize};

use crate::{Address, countries, subdivisions};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReferenceOrganization {
    /// `referenceOrgId`: the identifier that the list's publisher gave it.
    pub id: String,
    pub name: String,
    /// Name of what it belongs to, for example a school's district.
    pub parent_name: Option<String>,
    /// A name of the organization types' list.
    pub kind: String,
    pub address: Address,
    /// Its location, if that is another address.
    pub location: Option<Address>,
}

impl ReferenceOrganization {
    pub fn physical_address(&self) -> &Address {
        self.location.as_ref().unwrap_or(&self.address)
    }

    /// The entry in a row of a table, read by the names of the columns; every fault of the row is named. A
    /// row without a type is of the type `otherwise`.
    pub fn from_row(row: &impl ReferenceRow, otherwise: Option<&str>) -> Result<Self, Vec<String>> {
        let mut faults = Vec::new();
        let mut required = |name: &str| {
            let text = read_text(row.column(name), name, &mut faults).unwrap_or_default();
            if text.is_empty() {
                faults.push(format!("{name}: is required"));
            }
            text
        };
        let (id, name) = (required("referenceOrgId"), required("name"));
        if id.len() > MAX_ID {
            faults.push(format!("referenceOrgId: must be {MAX_ID} bytes at most"));
        }
        let parent_name = read_text(row.column("parentName"), "parentName", &mut faults);
        let kind = read_text(row.column("organizationType"), "organizationType", &mut faults);
        let kind = kind.or_else(|| otherwise.map(str::to_owned));
        if kind.is_none() {
            faults.push("organizationType: is required".to_owned());
        }
        // Entries are searched for by state.
        let absent = ["country", "state"].into_iter().filter(|name| row.column(name).trim().is_empty());
        faults.extend(absent.map(|name| format!("{name}: is required")));
        let address = read_address(|name| (name.to_owned(), row.column(name)), &mut faults);
        let location = address_at(row, &mut faults);
        match kind {
            Some(kind) if faults.is_empty() => {
                let location = location.filter(|location| *location != address);
                Ok(Self { id, name, parent_name, kind, address, location })
            }
            _ => Err(faults),
        }
    }
}

/// Identifiers are no longer, in bytes.
const MAX_ID: usize = 80;

/// A row of a table whose columns have names.
pub trait ReferenceRow {
    /// The value of the column; empty if the column does not exist.
    fn column(&self, name: &str) -> &str;
}

/// A text of one line, up to 255 characters. `None` if it is empty.
fn read_text(text: &str, column: &str, faults: &mut Vec<String>) -> Option<String> {
    let text = text.trim();
    if text.chars().any(char::is_control) {
        faults.push(format!("{column}: must be text of one line"));
    } else if text.chars().nth(255).is_some() {
        faults.push(format!("{column}: must be 255 characters at most"));
    }
    (!text.is_empty()).then(|| text.to_owned())
}

/// The address whose parts `find_cell` finds by name, each as its column and text.
fn read_address<'a>(find_cell: impl Fn(&str) -> (String, &'a str), faults: &mut Vec<String>) -> Address {
    let mut part = |name: &str| {
        let (column, text) = find_cell(name);
        read_text(text, &column, faults)
    };
    let mut address = Address {
        address1: part("address1"),
        address2: part("address2"),
        city: part("city"),
        state: None,
        country: part("country").map(|country| country.to_ascii_uppercase()),
        postal_code: part("postalCode"),
    };
    let state = part("state");
    match (&address.country, state) {
        (Some(country), _) if !countries::is_country(country) => {
            faults.push(format!("{}: must be an ISO 3166-1 alpha-2 code", find_cell("country").0));
        }
        (Some(country), Some(state)) => match subdivisions::normalize(country, &state) {
            Some(code) => address.state = Some(code.to_owned()),
            None => {
                faults.push(format!("{}: must be an ISO 3166-2 code of the country", find_cell("state").0));
            }
        },
        (None, _) | (_, None) => {}
    }
    address
}

/// The location, if the row has one: in columns named `locationAddress1`, `locationCity` and so on. State
/// and country are those of the postal address unless they are given.
fn address_at(row: &impl ReferenceRow, faults: &mut Vec<String>) -> Option<Address> {
    let column = |name: &str| {
        let (first, rest) = name.split_at(1);
        format!("location{}{rest}", first.to_ascii_uppercase())
    };
    let own = |name: &str| row.column(&column(name)).trim();
    let parts = ["address1", "address2", "city", "state", "country", "postalCode"];
    if parts.into_iter().all(|name| own(name).is_empty()) {
        return None;
    }
    let elsewhere = !own("country").is_empty();
    let find_cell = |name: &str| {
        let inherits = name == "country" || (name == "state" && !elsewhere);
        let text = if inherits && own(name).is_empty() { row.column(name) } else { own(name) };
        (column(name), text)
    };
    Some(read_address(find_cell, faults))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    impl ReferenceRow for BTreeMap<&str, String> {
        fn column(&self, name: &str) -> &str {
            self.get(name).map_or("", String::as_str)
        }
    }

    fn sample_row<'a>(columns: &[(&'a str, &str)]) -> BTreeMap<&'a str, String> {
        columns.iter().map(|(name, text)| (*name, (*text).to_owned())).collect()
    }

    const SCHOOL: [(&str, &str); 6] = [
        ("referenceOrgId", " 41-0007 "),
        ("name", "Alder Creek School"),
        ("organizationType", "school"),
        ("city", "Salem"),
        ("state", "or"),
        ("country", "us"),
    ];

    fn read_row(columns: &[(&str, &str)]) -> Result<ReferenceOrganization, Vec<String>> {
        ReferenceOrganization::from_row(&sample_row(&[&SCHOOL, columns].concat()), None)
    }

    #[test]
    fn a_row_is_an_entry() {
        let school =
            read_row(&[("parentName", "Salem District"), ("postalCode", "97301"), ("unknown", "x")]).unwrap();
        assert_eq!((school.id.as_str(), school.parent_name.as_deref()), ("41-0007", Some("Salem District")));
        assert_eq!(school.address.state.as_deref(), Some("US-OR"));
        assert_eq!(school.address.country.as_deref(), Some("US"));
        assert_eq!((&school.location, school.physical_address()), (&None, &school.address));
    }

    #[test]
    fn its_address_is_in_the_same_state_unless_it_says_otherwise() {
        let near = read_row(&[("locationAddress1", "4 Mill Lane"), ("locationCity", "Turner")]).unwrap();
        let at = near.physical_address();
        assert_eq!((at.city.as_deref(), at.state.as_deref()), (Some("Turner"), Some("US-OR")));
        let across = read_row(&[("locationState", "WA")]).unwrap();
        assert_eq!(across.physical_address().state.as_deref(), Some("US-WA"));
        let abroad = read_row(&[("locationCountry", "ca"), ("locationState", "BC")]).unwrap();
        assert_eq!(abroad.physical_address().state.as_deref(), Some("CA-BC"));
        let stateless = read_row(&[("locationCountry", "ca")]).unwrap();
        assert_eq!(stateless.physical_address().state, None, "not the state of another country");
        let same = [("locationCity", "Salem"), ("locationState", "OR")];
        assert_eq!(read_row(&same).unwrap().location, None, "the same address");
    }

    #[test]
    fn every_fault_of_a_row_is_named() {
        let faults = |columns: &[(&str, &str)]| read_row(columns).unwrap_err().join("; ");
        assert_eq!(
            ReferenceOrganization::from_row(&sample_row(&[]), None).unwrap_err(),
            [
                "referenceOrgId: is required", "name: is required", "organizationType: is required",
                "country: is required", "state: is required"
            ]
        );
        assert_eq!(faults(&[("name", "A\nB")]), "name: must be text of one line");
        assert_eq!(faults(&[("city", &"x".repeat(256))]), "city: must be 255 characters at most");
        assert_eq!(faults(&[("state", "ZZ")]), "state: must be an ISO 3166-2 code of the country");
        assert_eq!(faults(&[("country", "USA")]), "country: must be an ISO 3166-1 alpha-2 code");
        assert_eq!(faults(&[("country", "")]), "country: is required");
        assert_eq!(
            faults(&[("locationState", "ZZ")]),
            "locationState: must be an ISO 3166-2 code of the country"
        );
        assert_eq!(
            faults(&[("referenceOrgId", &"9".repeat(81))]),
            "referenceOrgId: must be 80 bytes at most"
        );
        assert!(read_row(&[("referenceOrgId", &"9".repeat(80))]).is_ok());
    }

    #[test]
    fn a_row_without_a_type_takes_the_given_one() {
        let columns = sample_row(&[&SCHOOL[..], &[("organizationType", " ")]].concat());
        assert_eq!(ReferenceOrganization::from_row(&columns, Some("library")).unwrap().kind, "library");
        assert!(ReferenceOrganization::from_row(&columns, None).is_err());
    }

    proptest! {
        #[test]
        fn any_row_is_read_or_refused(values in proptest::collection::vec(".{0,300}", 15)) {
            let names = [
                "referenceOrgId", "name", "parentName", "organizationType", "address1", "address2", "city",
                "state", "country", "postalCode", "locationAddress1", "locationCity", "locationState",
                "locationCountry", "locationPostalCode",
            ];
            let columns: BTreeMap<_, _> = names.into_iter().zip(values).collect();
            if let Ok(entry) = ReferenceOrganization::from_row(&columns, None) {
                prop_assert!(!entry.id.is_empty() && !entry.name.is_empty());
                prop_assert!(entry.address.state.is_some());
            }
        }
    }
}
