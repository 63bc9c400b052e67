//! Changes of periodicals and of their editions (docs/rules/periodicals.md#rule-5).

use std::collections::BTreeSet;

use jiff::Timestamp;

use super::{Edition, Series, SeriesType};
use crate::Category;
use crate::change::{Change, edit};

edit! {
    /// A change of a periodical by collection staff.
    pub struct SeriesEdit of Series {
        title: Option<String>,
        series_type: Option<SeriesType>,
        /// ISSN, as printed.
        issn: Change<String>,
        description: Change<String>,
        publisher: Change<String>,
        external_category_code: Change<String>,
        categories: Option<Vec<Category>>,
        languages: Option<Vec<String>>,
        countries: Option<BTreeSet<String>>,
    }
}

edit! {
    /// A change of an edition by collection staff.
    pub struct EditionEdit of Edition {
        name: Option<String>,
        published: Option<Timestamp>,
        /// `expirationDate`: the last day on which readers find it.
        expires: Change<Timestamp>,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{EditionEdit, SeriesEdit};
    use crate::fixtures::{edition, series};

    #[test]
    fn each_field_is_changed_and_cleared() {
        let all = json!({
            "title": "T", "seriesType": "journal", "issn": "0378-5955", "description": "D", "publisher": "P",
            "externalCategoryCode": "X", "categories": [], "languages": ["fra"], "countries": ["GB"],
        });
        let edit: SeriesEdit = serde_json::from_value(all.clone()).unwrap();
        assert_eq!(serde_json::to_value(&edit).unwrap(), all, "as it is queued");
        let changed = edit.apply(&series());
        let written = serde_json::to_value(&changed).unwrap();
        for (name, value) in all.as_object().unwrap() {
            assert_eq!(written.get(name), Some(value), "{name}");
        }
        let optional = json!({"issn": null, "description": null, "publisher": null});
        let cleared = serde_json::from_value::<SeriesEdit>(optional).unwrap().apply(&changed);
        assert_eq!((cleared.issn, cleared.description, cleared.publisher), (None, None, None));
        let edit: EditionEdit = serde_json::from_value(json!({"name": "N", "expires": null})).unwrap();
        let changed = edit.apply(&edition());
        assert_eq!((changed.name.as_str(), changed.expires), ("N", None));
        assert_eq!(changed.published, edition().published);
    }

    #[test]
    fn only_what_describes_them_can_be_edited() {
        for closed in ["id", "site", "created", "updated"] {
            let edit: SeriesEdit = serde_json::from_value(json!({closed: Value::Null})).unwrap();
            assert_eq!(edit.apply(&series()), series(), "{closed}");
        }
        let closed = ["id", "series", "usage", "withdrawn", "artifacts", "files", "created", "updated"];
        for closed in closed {
            let edit: EditionEdit = serde_json::from_value(json!({closed: Value::Null})).unwrap();
            assert_eq!(edit.apply(&edition()), edition(), "{closed}");
        }
        assert!(serde_json::from_value::<SeriesEdit>(json!({"seriesType": "pamphlet"})).is_err());
        assert!(serde_json::from_value::<EditionEdit>(json!({"published": "soon"})).is_err());
    }
}
