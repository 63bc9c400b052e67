use domain::Account;
use services::lists::ListView;

use super::format_timestamp;
use crate::http::Link;
use crate::{Api, routes};

/// Common fields of the Reading List record and a user's view of a list (docs/rules/records.md#rule-19).
#[endpoint::record]
pub struct ListFields {
    /// Identifier.
    pub reading_list_id: String,
    /// Name.
    pub name: String,
    /// Description; empty rather than null (docs/rules/lists.md#rule-1).
    pub description: String,
    /// Display name of the owner.
    pub owner: String,
    /// Titles on the list.
    pub title_count: u64,
    /// Members of the organization on the list.
    pub member_count: u64,
    /// private, shared or org; in a user's view also public.
    pub access: &'static str,
    /// Display name of the person who put the current user on the list.
    pub assigned_by: Option<String>,
    /// Last change of titles, members, name, description or access.
    pub date_updated: String,
    /// PUT and DELETE if the caller may change it.
    pub allows: Option<Vec<&'static str>>,
    /// self, titles, and members for the owner, sponsors of the owner's organization and membership staff.
    pub links: Vec<Link>,
}

impl ListFields {
    /// The fields as `user` gets them.
    fn new(api: &Api, view: &ListView, user: &Account) -> Self {
        let list = &view.list;
        Self {
            reading_list_id: list.id.clone(),
            name: list.name.clone(),
            description: list.description.clone(),
            owner: view.owner.display_name(),
            title_count: view.titles,
            member_count: view.members,
            access: list.access.as_str(),
            assigned_by: view.assigned_by.as_ref().map(Account::display_name),
            date_updated: format_timestamp(list.updated),
            allows: list.is_edited_by(user).then(|| vec!["PUT", "DELETE"]),
            links: list_links(api, view, user),
        }
    }
}

/// A reading list (docs/rules/records.md#rule-19).
#[endpoint::record]
pub struct ReadingListRecord {
    /// The fields of every view.
    #[serde(flatten)]
    pub list: ListFields,
    /// Subscribers; not in user views (docs/rules/lists.md#rule-4).
    pub subscriber_count: u64,
}

impl ReadingListRecord {
    /// The record as `user` gets it.
    pub fn new(api: &Api, view: &ListView, user: &Account) -> Self {
        Self { list: ListFields::new(api, view, user), subscriber_count: view.subscribers }
    }
}

/// self and titles; members if the user may see who is on the list.
fn list_links(api: &Api, view: &ListView, user: &Account) -> Vec<Link> {
    let id = &view.list.id;
    let mut links = vec![
        Link::new("self", api.absolute_url(&routes::list(id))),
        Link::new("titles", api.absolute_url(&routes::list_titles(id))),
    ];
    if view.list.shows_members_to(user, &view.owner) {
        links.push(Link::new("members", api.absolute_url(&routes::list_members(id))));
    }
    links
}

/// Whether the user subscribes to a list.
#[endpoint::record]
pub struct ListSubscription {
    /// Subscribed.
    pub enabled: bool,
    /// PUT for the user, except for own lists.
    pub allows: Option<Vec<&'static str>>,
    /// self.
    pub links: Vec<Link>,
}

/// A reading list in one user's view.
#[endpoint::record]
pub struct ListUserView {
    /// The list; other people's shared lists have the access `public`.
    #[serde(flatten)]
    pub list: ListFields,
    /// The user's subscription.
    pub subscription: ListSubscription,
}

impl ListUserView {
    /// The view of `user`, requested by the user.
    pub fn for_user(api: &Api, view: &ListView, user: &Account) -> Self {
        Self::new(api, view, user, user)
    }

    /// The view of `user`, requested by `viewer`: the user, or membership staff, who may change the list but
    /// not another person's subscription.
    pub fn new(api: &Api, view: &ListView, user: &Account, viewer: &Account) -> Self {
        let access = view.list.access_for(user).as_str();
        let address = api.absolute_url(&routes::my_list_subscription(&view.list.id));
        let subscribes = user.id == viewer.id && !view.list.is_owned_by(user);
        Self {
            list: ListFields { access, ..ListFields::new(api, view, viewer) },
            subscription: ListSubscription {
                enabled: view.subscribed,
                allows: subscribes.then(|| vec!["PUT"]),
                links: vec![Link::new("self", address)],
            },
        }
    }
}
