//! Lists as one user sees them, with their counts. Counts are computed on request, so that they
//! are right regardless of concurrent changes.

use domain::normalization::SearchWord;
use domain::{Account, ReadingList, Role, wire_enum};
use serde::Serialize;

use crate::{Conn, PageRequest, Record as _, Result, RowPosition, Sql, record};

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

record! {
    ListView {
        list: "l.id, l.site_id, l.owner_id, l.organization_id, l.name, l.description, l.access, l.updated_at",
        owner: "o.document",
        titles: "(SELECT COUNT(*) FROM reading_list_titles x JOIN titles t ON t.id = x.title_id \
            WHERE x.list_id = l.id AND t.status <> 'removed')",
        members: "(SELECT COUNT(*) FROM reading_list_members x JOIN accounts a ON a.id = x.account_id \
            WHERE x.list_id = l.id AND NOT a.deleted)",
        subscribers: "(SELECT COUNT(*) FROM reading_list_subscriptions x \
            JOIN accounts a ON a.id = x.account_id WHERE x.list_id = l.id AND NOT a.deleted)",
        subscribed: "EXISTS (SELECT 1 FROM reading_list_subscriptions x \
            WHERE x.list_id = l.id AND x.account_id = $1)",
        is_member: "m.list_id IS NOT NULL",
        assigned_by: "b.document",
    }
}

/// The tables of a [`ListView`] for the user `$1`.
const VIEW_TABLES: &str = "reading_lists l JOIN accounts o ON o.id = l.owner_id \
     LEFT JOIN reading_list_members m ON m.list_id = l.id AND m.account_id = $1 \
     LEFT JOIN accounts b ON b.id = m.assigned_by";

/// Gets one list as the user sees it; the caller must check whether the user may see it.
pub async fn get_view(mut conn: impl Conn, id: &str, user: &Account) -> Result<Option<ListView>> {
    let statement = ListView::select_from(&format!("{VIEW_TABLES} WHERE l.id = $2"));
    conn.fetch_optional(statement.bind(&user.id).bind(id)).await
}

/// A page of the lists in the scope, each with its position.
pub async fn page(
    mut conn: impl Conn,
    user: &Account,
    scope: ListScope<'_>,
    page_request: PageRequest<'_, ListSort, String>,
) -> Result<Vec<(RowPosition<String>, ListView)>> {
    let key = match page_request.sort {
        ListSort::Name => "l.sort_name",
        ListSort::Owner => "(o.first_name || ' ' || o.last_name)",
        ListSort::DateUpdated => "CAST(l.updated_at AS TEXT)",
    };
    let text = format!(
        "SELECT {key}, l.id, {} FROM {VIEW_TABLES} WHERE {}",
        ListView::COLUMNS,
        scope.sql_condition(user)
    );
    conn.fetch_all(page_request.complete(bind_user(text, user, scope.search_words()), key, "l.id")).await
}

pub async fn count(mut conn: impl Conn, user: &Account, scope: ListScope<'_>) -> Result<u64> {
    let text = format!("SELECT COUNT(*) FROM reading_lists l WHERE {}", scope.sql_condition(user));
    conn.fetch_one(bind_user(text, user, scope.search_words())).await
}

/// Binds the user, its organization, its site, and the patterns of the words.
fn bind_user(text: String, user: &Account, words: &[SearchWord]) -> Sql {
    let membership = user.membership.as_ref().filter(|m| user.belongs_to(&m.organization));
    let organization = membership.map_or("", |m| m.organization.as_str());
    Sql::new(text)
        .bind_all((&user.id, organization, &user.site))
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
