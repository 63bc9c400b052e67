//! Titles that a caller may find: the part of the rules that a search applies to every title
//! (docs/rules/search.md#rule-5, docs/rules/access.md#rule-24).

use jiff::civil::Date;

use super::AccessCaller;
use super::rules::is_distributed_in;
use super::standing::adult_content_bar;
use crate::{Address, Reader, Role, SiteId, Title, TitleStatus, treaties};

/// The collection as one caller sees it. Users' own documents are never in it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct View {
    /// The site. `None` for administrators, who see every site.
    pub site: Option<SiteId>,
    /// Titles shared in from other sites are in the view.
    pub shared: bool,
    /// Adult titles are left out (allowAdultContent false, or safeSearch true).
    pub hide_adult: bool,
    /// Only titles that may be distributed at this place. `None` lists the closed ones too.
    pub offered_at: Option<ViewPlace>,
}

/// A country, with the subdivision where known.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ViewPlace {
    /// ISO 3166-1 alpha-2.
    pub country: String,
    /// ISO 3166-2, for example `US-CA`.
    pub state: Option<String>,
    /// The country is a member of the Marrakesh treaty.
    pub marrakesh: bool,
}

impl ViewPlace {
    /// A place; looks the treaty up.
    pub fn new(country: impl Into<String>, state: Option<String>) -> Self {
        let country = country.into();
        let marrakesh = treaties::is_marrakesh_member(&country);
        Self { country, state, marrakesh }
    }

    fn from_address(address: &Address) -> Option<Self> {
        Some(Self::new(address.country.clone()?, address.state.clone()))
    }
}

impl View {
    /// Only titles of the caller's own site (`includeShared` false, `excludeGlobalCollection` true, and
    /// searches by a status other than live).
    #[must_use]
    pub fn own_site(self) -> Self {
        Self { shared: false, ..self }
    }

    /// Returns true if a live title is in the view: the same condition as the search's filter, for a single
    /// title.
    pub fn shows_title(&self, title: &Title) -> bool {
        let in_site = self
            .site
            .as_ref()
            .is_none_or(|site| if self.shared { title.in_view_of(site) } else { &title.site == site });
        let at_place = self.offered_at.as_ref().is_none_or(|place| {
            is_distributed_in(&title.territory, Some(&place.country), place.state.as_deref())
        });
        title.status == TitleStatus::Live
            && title.owner.is_none()
            && in_site
            && at_place
            && !(self.hide_adult && title.metadata.adult_content)
    }
}

/// The view of a caller. `site` is the key's site, for guests. A chosen country narrows nothing: guests see
/// the whole view of the key's site, and [`decide`](super::decide) says of each title whether it is offered
/// there.
pub fn view_of(caller: &AccessCaller<'_>, site: &SiteId, today: Date) -> View {
    let Some(reader) = caller.reader() else {
        return View { site: Some(site.clone()), shared: true, hide_adult: false, offered_at: None };
    };
    let account = &reader.account;
    View {
        site: (!account.has_role(Role::Administrator)).then(|| account.site.clone()),
        shared: true,
        hide_adult: adult_content_bar(account, today).is_some(),
        offered_at: offered_at(reader),
    }
}

/// The place of a member for whom the closed titles are not listed (`showAllBooks` false). A linked account
/// with sides in two places gets everything listed: neither side's titles may be missing.
fn offered_at(reader: &Reader) -> Option<ViewPlace> {
    let account = &reader.account;
    if account.show_all_books || account.is_staff() {
        return None;
    }
    let own = account.has_role(Role::Individual).then(|| ViewPlace::from_address(&account.address));
    let organizational =
        account.has_role(Role::OrganizationMember) || account.has_role(Role::OrganizationSponsor);
    let organization = organizational
        .then(|| reader.organization.as_ref().and_then(|s| ViewPlace::from_address(&s.organization.address)));
    match (own, organization) {
        (Some(own), Some(organization)) => own.filter(|place| Some(place) == organization.as_ref()),
        (Some(place), None) | (None, Some(place)) => place,
        (None, None) => None,
    }
}
