//! The fields of the page of a title for a class.

use domain::{Format, TitleId};
use services::downloads::batches::{BatchRequest, MAX_COPIES_PER_BATCH};
use services::members::MemberSelection;

use crate::Fields;
use crate::school::members::filter::MemberFilterFields;
use crate::school::members::selection::MemberSelection as ChosenMembers;

/// The fields that were sent.
pub(super) struct OrderForm<'a> {
    /// All fields, for the order and the part of the list.
    pub(super) fields: &'a Fields,
    pub(super) filter: MemberFilterFields,
    pub(super) chosen: ChosenMembers,
    /// True if copies are meant for all whom the filter finds, false if for those who were chosen.
    pub(super) is_for_all: bool,
    /// `None` if none was chosen that exists.
    pub(super) format: Option<Format>,
}

/// A missing or invalid field of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OrderFault {
    Nobody,
    /// More members were chosen than one order can have.
    TooMany,
    Format,
}

impl OrderFault {
    /// The identifier of the element.
    pub(super) fn field(self) -> &'static str {
        match self {
            Self::Nobody | Self::TooMany => "scope",
            Self::Format => "format",
        }
    }

    /// The message that says what to do, with the number `$count` of members of an order.
    pub(super) fn message_id(self) -> &'static str {
        match self {
            Self::Nobody => "class-choose-members",
            Self::TooMany => "class-choose-fewer",
            Self::Format => "class-choose-format",
        }
    }
}

impl<'a> OrderForm<'a> {
    pub(super) fn from_fields(fields: &'a Fields) -> Self {
        Self {
            fields,
            filter: MemberFilterFields::from_fields(fields),
            chosen: ChosenMembers::from_fields(fields),
            is_for_all: fields.get("scope") == Some("all"),
            format: fields.get("format").and_then(Format::from_path),
        }
    }

    /// Reads the fields of an address, which chooses nobody.
    pub(super) fn without_choice(fields: &'a Fields) -> Self {
        Self { chosen: ChosenMembers::default(), is_for_all: false, ..Self::from_fields(fields) }
    }

    /// The order, or all that is wrong with the form.
    pub(super) fn read_request(&self, title: TitleId) -> Result<BatchRequest<'_>, Vec<OrderFault>> {
        let mut faults = Vec::new();
        let count = self.chosen.ids().len();
        if !self.is_for_all && count == 0 {
            faults.push(OrderFault::Nobody);
        }
        if !self.is_for_all && count > MAX_COPIES_PER_BATCH {
            faults.push(OrderFault::TooMany);
        }
        match self.format {
            Some(format) if faults.is_empty() => {
                Ok(BatchRequest { title, format, members: self.selection() })
            }
            Some(_) => Err(faults),
            None => {
                faults.push(OrderFault::Format);
                Err(faults)
            }
        }
    }

    fn selection(&self) -> MemberSelection<'_> {
        self.chosen.select_members(&self.filter, self.is_for_all)
    }
}

#[cfg(test)]
mod tests {
    use domain::formats::Format;
    use domain::ids::{AccountId, TitleId};
    use services::downloads::batches::{BatchRequest, MAX_COPIES_PER_BATCH};
    use services::members::MemberSelection;

    use super::{OrderFault, OrderForm};
    use crate::fields::Fields;

    fn read_request(form: &str) -> Result<(Format, bool), Vec<OrderFault>> {
        let fields = Fields::parse(form.as_bytes());
        let form = OrderForm::from_fields(&fields);
        let BatchRequest { format, members, .. } = form.read_request(TitleId(7))?;
        Ok((format, matches!(members, MemberSelection::Filtered(search) if search.grade == Some("6"))))
    }

    #[test]
    fn an_order_is_for_those_who_were_chosen_or_for_all() {
        let fields = Fields::parse(b"chosen=bo&member=mia&format=BRF&grade_filter=6");
        let form = OrderForm::from_fields(&fields);
        let ids = ["bo", "mia"].map(AccountId::from).to_vec();
        let members = MemberSelection::Chosen(ids);
        assert_eq!(
            form.read_request(TitleId(7)),
            Ok(BatchRequest { title: TitleId(7), format: Format::Brf, members })
        );
        assert_eq!(
            read_request("scope=all&member=mia&format=EPUB3&grade_filter=6"),
            Ok((Format::Epub3, true))
        );
    }

    #[test]
    fn all_faults_of_an_order_are_found() {
        assert_eq!(read_request(""), Err(vec![OrderFault::Nobody, OrderFault::Format]));
        assert_eq!(read_request("scope=all&format=VHS"), Err(vec![OrderFault::Format]));
        let many: Vec<String> =
            (0..=MAX_COPIES_PER_BATCH).map(|number| format!("member=m{number}")).collect();
        let many = many.join("&");
        assert_eq!(read_request(&format!("{many}&format=BRF")), Err(vec![OrderFault::TooMany]));
    }
}
