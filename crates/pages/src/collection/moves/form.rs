//! The fields of the form that moves several titles.

use domain::{TitleId, TitleStatus};
use services::title_acts::{BulkMoveRequest, MAX_MOVED_TITLES, TitleSelection};

use crate::collection::comment::{find_comment_fault, read_comment, to_comment};
use crate::collection::filter::TitleFilter;
use crate::inputs::read_chosen;
use crate::{Fields, InputError, Page};

/// The form, with the values that were sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::collection) struct BulkMoveForm {
    pub(in crate::collection) filter: TitleFilter,
    /// True if the move is meant for all that the filter finds, false if it is for those that were chosen.
    pub(in crate::collection) is_for_all: bool,
    /// The chosen titles of all pages of the search, each once; at most [`MAX_MOVED_TITLES`].
    pub(in crate::collection) chosen: Vec<TitleId>,
    /// True if more titles were chosen than can be, so that the last ones are left out.
    pub(in crate::collection) is_cut: bool,
    pub(in crate::collection) to: Option<TitleStatus>,
    pub(super) comment: String,
    /// The digest of the preview that is confirmed.
    pub(super) digest: String,
}

impl BulkMoveForm {
    /// The form of a search, before anything is chosen.
    pub(in crate::collection) fn new(filter: TitleFilter) -> Self {
        Self {
            filter,
            is_for_all: false,
            chosen: Vec::new(),
            is_cut: false,
            to: None,
            comment: String::new(),
            digest: String::new(),
        }
    }

    /// Reads the form: `chosen` are titles on other pages of the search, `title` those on the page that was
    /// sent.
    pub(in crate::collection) fn from_fields(fields: &Fields) -> Self {
        let (chosen, is_cut) = read_chosen(fields, "title", MAX_MOVED_TITLES, |id| id.parse().ok());
        Self {
            filter: TitleFilter::from_fields(fields),
            is_for_all: fields.get("scope") == Some("all"),
            chosen,
            is_cut,
            to: fields.get("to").and_then(|to| to.parse().ok()),
            comment: read_comment(fields),
            digest: fields.get("digest").unwrap_or_default().to_owned(),
        }
    }

    /// The request, if titles and a status were chosen.
    pub(super) fn to_request(&self) -> Option<BulkMoveRequest> {
        let to = self.to?;
        let selection = if self.is_for_all {
            TitleSelection::Search(Box::new(self.filter.to_query()), self.filter.need)
        } else if self.chosen.is_empty() {
            return None;
        } else {
            TitleSelection::Chosen(self.chosen.clone())
        };
        Some(BulkMoveRequest { selection, to, comment: to_comment(&self.comment) })
    }

    /// The faults of the choice, each with its field.
    pub(in crate::collection) fn list_errors(&self, page: &Page<'_>) -> Vec<InputError> {
        let lacks_titles = !self.is_for_all && self.chosen.is_empty();
        let faults = [
            (lacks_titles, "scope", "collection-moves-none-chosen"),
            (self.to.is_none(), "to", "collection-status-missing"),
        ];
        let faults = faults.into_iter().filter(|(is_wrong, ..)| *is_wrong);
        faults.map(|(_, field, message)| InputError { field, text: page.text(message) }).collect()
    }

    pub(super) fn check_comment(&self, page: &Page<'_>) -> Vec<InputError> {
        let fault = find_comment_fault(&self.comment);
        fault.map(|(field, message)| InputError { field, text: page.text(message) }).into_iter().collect()
    }

    /// Hidden fields that ask for the same again.
    pub(super) fn to_hidden_fields(&self) -> Vec<(&'static str, String)> {
        let mut fields = self.filter.to_hidden_fields();
        fields.push(("scope", if self.is_for_all { "all" } else { "chosen" }.to_owned()));
        if !self.is_for_all {
            fields.extend(self.chosen.iter().map(|id| ("title", id.to_string())));
        }
        fields.extend(self.to.map(|to| ("to", to.to_string())));
        fields
    }
}

#[cfg(test)]
mod tests {
    use domain::ids::TitleId;
    use domain::titles::TitleStatus;
    use services::title_acts::{MAX_MOVED_TITLES, TitleSelection};

    use super::BulkMoveForm;
    use crate::fields::Fields;

    fn parse_form(form: &str) -> BulkMoveForm {
        BulkMoveForm::from_fields(&Fields::parse(form.as_bytes()))
    }

    #[test]
    fn titles_are_chosen_once_or_all_of_a_filter() {
        let form = parse_form("title=1002&title=1001&title=x&title=1002&to=withdrawn&words=kelp");
        let request = form.to_request().unwrap();
        assert_eq!(request.to, TitleStatus::Withdrawn);
        assert_eq!(request.selection, TitleSelection::Chosen(vec![TitleId(1002), TitleId(1001)]));
        let form = parse_form("scope=all&title=1002&to=live&words=kelp&need=book");
        let request = form.to_request().unwrap();
        assert!(matches!(request.selection, TitleSelection::Search(_, Some(_))), "{request:?}");
        assert!(!form.is_cut);
        for incomplete in ["to=live", "title=1001", "scope=all&to=nowhere"] {
            assert_eq!(parse_form(incomplete).to_request(), None, "{incomplete}");
        }
    }

    #[test]
    fn titles_of_other_pages_stay_chosen_up_to_a_limit() {
        let form = parse_form("chosen=1003&title=1001&chosen=1002&title=1003&chosen=x");
        assert_eq!((form.chosen, form.is_cut), (vec![TitleId(1003), TitleId(1002), TitleId(1001)], false));
        let many: Vec<String> = (1..=MAX_MOVED_TITLES + 1).map(|id| format!("chosen={id}")).collect();
        let form = parse_form(&many.join("&"));
        assert_eq!((form.chosen.len(), form.is_cut), (MAX_MOVED_TITLES, true));
    }

    #[test]
    fn hidden_fields_ask_for_the_same_again() {
        for sent in
            ["words=kelp&scope=chosen&title=1002&title=1001&to=live", "need=book&scope=all&to=removed"]
        {
            let fields = parse_form(sent).to_hidden_fields();
            let again = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
            assert_eq!(again, sent);
        }
    }
}
