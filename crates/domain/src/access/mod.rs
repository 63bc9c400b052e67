//! The one rule that decides who may have a title, or an edition of a periodical, and says why not
//! (docs/rules/access.md, docs/rules/quotas.md).
//!
//! [`decide`] gets facts and returns a decision with its reasons. The same function fills `available`,
//! `titleAccessAlerts` and `allows`, the roster's availabilities, and the key of a 403. No other code in the
//! server looks at roles to decide about a title.
//!
//! How it works: the facts are turned into one or more [cases](case), each a right by which a person could
//! get the title (as individual member, as organization member, for checking, ...). Every case goes through
//! the same table of [rules]; the case that gets furthest is the decision.

mod alerts;
mod case;
mod decision;
mod fits;
mod members;
mod moves;
mod rules;
mod sees;
mod standing;
mod verbs;
mod view;

#[cfg(test)]
mod tests;

pub use alerts::{Alert, AlertCode, AlertLevel};
pub use decision::{Decision, QuotaOf, Refusal, decide};
pub use fits::fits_reader;
pub use members::{MemberAvailability, member_availability};
pub use moves::{NotMoved, may_move};
pub use sees::{
    finds_title, has_format, may_ask_status, may_edit, may_edit_series, sees_series, ticket_holds,
};
pub use standing::{
    AdultContentBar, Requirements, adult_content_allowed, adult_content_bar, can_download, is_minor,
    requirements_of, subscription_status,
};
pub use verbs::{Verb, allowed_verbs, artifact_allows};
pub use view::{View, ViewPlace, view_of};

use jiff::Timestamp;
use jiff::civil::Date;

use crate::{Capabilities, Offering, Reader, Role};

/// Everything a decision rests on.
#[derive(Debug, Clone, Copy)]
pub struct AccessFacts<'a> {
    /// The moment of the request.
    pub now: Timestamp,
    /// The date of `now` in UTC: ages are counted on it.
    pub today: Date,
    /// The title, or the edition of a periodical.
    pub title: &'a dyn Offering,
    pub caller: AccessCaller<'a>,
    /// The recipient that the request names (`forUser`).
    pub recipient: ForUser<'a>,
    /// The relation between R (recipient, else caller) and the title.
    pub relation: Relation,
    pub can: Capabilities,
}

#[derive(Debug, Clone, Copy)]
pub enum AccessCaller<'a> {
    /// A guest; the country is the site's home or the parameter `country` (docs/rules/access.md#rule-21).
    Guest {
        /// ISO 3166-1 alpha-2.
        country: &'a str,
    },
    /// A signed-in user.
    Reader(&'a Reader),
}

impl<'a> AccessCaller<'a> {
    /// The signed-in user. `None` for a guest.
    pub fn reader(self) -> Option<&'a Reader> {
        match self {
            Self::Guest { .. } => None,
            Self::Reader(reader) => Some(reader),
        }
    }

    pub fn has_role(self, role: Role) -> bool {
        self.reader().is_some_and(|reader| reader.account.has_role(role))
    }

    /// May download for others: the download links carry `?forUser={userAccountId}`
    /// (docs/rules/records.md#rule-9).
    pub fn is_sponsor(self) -> bool {
        self.has_role(Role::OrganizationSponsor)
    }

    /// The parameter `country` of searches is honored for guests and staff, and ignored for all other
    /// users (docs/rules/search.md#rule-7).
    pub fn may_choose_country(self) -> bool {
        match self {
            Self::Guest { .. } => true,
            Self::Reader(reader) => reader.account.is_staff(),
        }
    }
}

/// The recipient that a request names.
#[derive(Debug, Clone, Copy)]
pub enum ForUser<'a> {
    /// No `forUser` was sent, or the request only reads the title's record.
    Nobody,
    /// `forUser` named this person.
    Named(&'a Reader),
    /// `forUser` named an unknown person.
    Unknown,
}

/// The relation between R and the title.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Relation {
    /// The title is assigned to R.
    pub assigned: bool,
    /// The title is on a reading list that has R, or on an org list that R subscribes to
    /// (docs/rules/access.md#rule-12).
    pub on_list: bool,
    /// R downloaded the title before, at any time.
    pub downloaded_before: bool,
    /// It already counted against R's own quota within the quota's window: it does not count again
    /// (docs/rules/quotas.md).
    pub counted: bool,
    /// True if it already counted against the quota of R's organization.
    pub counted_for_organization: bool,
}
