//! Lists as one user sees them, with their counts. Counts are computed on request, so that they
//! are right regardless of concurrent changes.

use domain::normalization::SearchWord;
use domain::{Account, AccountId, OrganizationId, ReadingList, Role, SiteId, wire_enum};
use serde::Serialize;

use crate::from_row::from_row;
use crate::{Conn, PageRequest, Result, RowPosition, Sql, parse_enum, parse_record, to_count, to_timestamp};

wire_enum! {
    /// Orders of lists (docs/rules/requests.md#rule-13).
    #[derive(Default)]
    pub enum ListSort {
        #[default]
        Name = "name",
        /// Display name of the owner.
        Owner = "owner",
        /// Last change.
        DateUpdated = "dateUpdated",
    }
}

/// The lists that a query covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum ListScope<'a> {
    /// The user's: owned, subscribed, assigned, and org lists of the user's organization
    /// (docs/rules/lists.md#rule-1).
    Mine,
    /// Lists of the user on the user's own site, as far as staff of the site see them.
    MineOnSite,
    /// The user's without other people's shared ones it only subscribes to, where all these words are in the
    /// name or the description.
    Private(&'a [SearchWord]),
    /// The shared lists of the user's site with all these words, of any owner.
    Public(&'a [SearchWord]),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListView {
    pub list: ReadingList,
    pub owner: Account,
    /// Titles on it, without those removed for good.
    pub titles: u64,
    /// Members that sponsors put on it.
    pub members: u64,
    pub subscribers: u64,
    /// True if the user subscribes to it.
    pub subscribed: bool,
    /// True if the user was put on it.
    pub is_member: bool,
    /// The account that put the user on it.
    pub assigned_by: Option<Account>,
}

from_row! {
    struct ViewRow {
        id: String,
        site_id: String,
        owner_id: String,
        organization_id: Option<String>,
        name: String,
        description: String,
        access: String,
        updated_at: i64,
        owner: String,
        titles: i64,
        members: i64,
        subscribers: i64,
        subscribed: bool,
        is_member: bool,
        assigned_by: Option<String>,
        sort_key: Option<String>,
    }
}

/// The columns of a [`ViewRow`] but its key, and their tables, for the user `$1`.
fn select_views(key: &str) -> String {
    format!(
        "SELECT l.id, l.site_id, l.owner_id, l.organization_id, l.name, l.description, l.access, \
         l.updated_at, o.document AS owner, \
         (SELECT COUNT(*) FROM reading_list_titles x JOIN titles t ON t.id = x.title_id \
             WHERE x.list_id = l.id AND t.status <> 'removed') AS titles, \
         (SELECT COUNT(*) FROM reading_list_members x JOIN accounts a ON a.id = x.account_id \
             WHERE x.list_id = l.id AND NOT a.deleted) AS members, \
         (SELECT COUNT(*) FROM reading_list_subscriptions x JOIN accounts a ON a.id = x.account_id \
             WHERE x.list_id = l.id AND NOT a.deleted) AS subscribers, \
         EXISTS (SELECT 1 FROM reading_list_subscriptions x \
             WHERE x.list_id = l.id AND x.account_id = $1) AS subscribed, \
         m.list_id IS NOT NULL AS is_member, b.document AS assigned_by, {key} AS sort_key \
         FROM reading_lists l JOIN accounts o ON o.id = l.owner_id \
         LEFT JOIN reading_list_members m ON m.list_id = l.id AND m.account_id = $1 \
         LEFT JOIN accounts b ON b.id = m.assigned_by"
    )
}

fn view_from_row(row: ViewRow) -> Result<(RowPosition<String>, ListView)> {
    let sort_position = (row.sort_key, row.id.clone());
    let list = ReadingList {
        id: row.id,
        site: SiteId(row.site_id),
        owner: AccountId(row.owner_id),
        organization: row.organization_id.map(OrganizationId),
        name: row.name,
        description: row.description,
        access: parse_enum(&row.access)?,
        updated: to_timestamp(row.updated_at)?,
    };
    let view = ListView {
        list,
        owner: parse_record(&row.owner)?,
        titles: to_count(row.titles)?,
        members: to_count(row.members)?,
        subscribers: to_count(row.subscribers)?,
        subscribed: row.subscribed,
        is_member: row.is_member,
        assigned_by: row.assigned_by.as_deref().map(parse_record).transpose()?,
    };
    Ok((sort_position, view))
}

/// Gets one list as the user sees it; the caller must check whether the user may see it.
pub async fn get_view(mut conn: impl Conn, id: &str, user: &Account) -> Result<Option<ListView>> {
    let text = format!("{} WHERE l.id = $2", select_views("CAST(NULL AS TEXT)"));
    let statement = Sql::new(text).bind(user.id.as_str()).bind(id);
    let row = conn.fetch_optional::<ViewRow>(statement).await?;
    Ok(row.map(view_from_row).transpose()?.map(|(_, view)| view))
}

/// A page of the lists in the scope, each with its position.
pub async fn page(
    mut conn: impl Conn,
    user: &Account,
    scope: ListScope<'_>,
    page_request: PageRequest<'_, ListSort, String>,
) -> Result<Vec<(RowPosition<String>, ListView)>> {
    // Times have sixteen digits from 2001 to 2286, so that they sort as texts.
    let key = match page_request.sort {
        ListSort::Name => "l.sort_name",
        ListSort::Owner => "(o.first_name || ' ' || o.last_name)",
        ListSort::DateUpdated => "CAST(l.updated_at AS TEXT)",
    };
    let words = scope.search_words();
    let (beyond, order) = (
        page_request.after_condition(key, "l.id", 4 + words.iter().map(Vec::len).sum::<usize>()),
        page_request.order_and_limit(key, "l.id"),
    );
    let text = format!("{} WHERE {} {beyond} {order}", select_views(key), scope.sql_condition(user));
    let statement = page_request.bind_position(bind_user(text, user, words));
    conn.fetch_all::<ViewRow>(statement).await?.into_iter().map(view_from_row).collect()
}

pub async fn count(mut conn: impl Conn, user: &Account, scope: ListScope<'_>) -> Result<u64> {
    let text = format!("SELECT COUNT(*) FROM reading_lists l WHERE {}", scope.sql_condition(user));
    to_count(conn.fetch_one::<(i64,)>(bind_user(text, user, scope.search_words())).await?.0)
}

/// Binds the user, its organization, its site, and the patterns of the words.
fn bind_user(text: String, user: &Account, words: &[SearchWord]) -> Sql {
    let membership = user.membership.as_ref().filter(|m| user.belongs_to(&m.organization));
    let organization = membership.map_or("", |m| m.organization.as_str());
    Sql::new(text)
        .bind(user.id.as_str())
        .bind(organization)
        .bind(user.site.as_str())
        .bind_list(words.iter().flatten().map(|word| format!("%{}", crate::sql::starts_with_pattern(word))))
}

impl<'a> ListScope<'a> {
    fn search_words(self) -> &'a [SearchWord] {
        match self {
            Self::Mine | Self::MineOnSite => &[],
            Self::Private(words) | Self::Public(words) => words,
        }
    }

    /// The condition on `l`, with `$1` the user, `$2` its organization, `$3` its site. Every value is named,
    /// so that PostgreSQL knows its type.
    fn sql_condition(self, user: &Account) -> String {
        // The condition of `ReadingList::is_seen_by` for a list that an account subscribes to.
        let seen = if user.has_role(Role::Administrator) {
            "x.site_id <> ''"
        } else if user.has_role(Role::MembershipAssistant) {
            "x.site_id = $3"
        } else {
            "x.site_id = $3 AND x.access = 'shared'"
        };
        let subscribed = format!(
            "UNION SELECT s.list_id FROM reading_list_subscriptions s JOIN reading_lists x ON x.id = s.list_id \
             WHERE s.account_id = $1 AND {seen}"
        );
        let mine = |subscribed: &str| {
            format!(
                "CAST($3 AS TEXT) IS NOT NULL AND l.id IN ( \
                 SELECT x.id FROM reading_lists x WHERE x.owner_id = $1 \
                 UNION SELECT x.list_id FROM reading_list_members x WHERE x.account_id = $1 \
                 UNION SELECT x.id FROM reading_lists x WHERE x.organization_id = $2 AND x.access = 'org' \
                 {subscribed})"
            )
        };
        let scope = match self {
            Self::Mine => mine(&subscribed),
            Self::MineOnSite => format!("{} AND l.site_id = $3", mine(&subscribed)),
            Self::Private(_) => mine(""),
            Self::Public(_) => "l.site_id = $3 AND l.access = 'shared' AND CAST($1 AS TEXT) IS NOT NULL \
                                AND CAST($2 AS TEXT) IS NOT NULL"
                .to_owned(),
        };
        let mut numbers = 4..;
        let any = |forms: &SearchWord| {
            let like = |number| format!("l.searched LIKE ${number} ESCAPE '\\'");
            let any: Vec<String> = numbers.by_ref().take(forms.len()).map(like).collect();
            format!(" AND ({})", any.join(" OR "))
        };
        scope + &self.search_words().iter().map(any).collect::<String>()
    }
}
