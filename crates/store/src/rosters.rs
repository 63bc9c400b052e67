//! The people of an organization, page by page, in the orders of docs/rules/requests.md#rule-13.

use std::collections::HashMap;

use domain::members::MemberFilter;
use domain::{Account, AccountId, OrganizationId, Preferences, Role, wire_enum};
use jiff::Timestamp;
use serde::Serialize;

use crate::accounts::{BY_IDENTIFIER, fold_login, role_condition};
use crate::roster_tags::RosterTag;
use crate::{Conn, PageRequest, Record as _, Result, RowPosition, Sql, placeholders, record};

wire_enum! {
    /// Orders of members, sponsors and availabilities (docs/rules/requests.md#rule-13).
    #[derive(Default)]
    pub enum RosterSort {
        /// Family name.
        #[default]
        LastName = "lastName",
        /// Given name.
        FirstName = "firstName",
        /// District of the roster tag.
        District = "district",
        /// School of the roster tag.
        School = "school",
        /// Grade, in the order of school years.
        Grade = "grade",
        BirthDate = "birthDate",
    }
}

impl RosterSort {
    fn key(self) -> &'static str {
        match self {
            Self::LastName => "a.last_name",
            Self::FirstName => "a.first_name",
            Self::District => "t.sort_district",
            Self::School => "t.sort_school",
            Self::Grade => "a.grade_key",
            Self::BirthDate => "a.date_of_birth",
        }
    }
}

/// A query for people on a roster, seen by one user.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct RosterQuery<'a> {
    /// The sponsor whose quick list applies.
    pub viewer: &'a AccountId,
    /// People of this organization, or of any.
    pub organization: Option<&'a OrganizationId>,
    /// Members or sponsors.
    pub role: Role,
    /// Only those whom sponsors put on this reading list.
    pub list: Option<&'a str>,
    /// Only these people, at most a thousand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub people: Option<&'a [AccountId]>,
    /// Only these of them.
    pub filter: RosterFilter<'a>,
}

/// Filters of a roster that a sponsor may set; the default has none.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub struct RosterFilter<'a> {
    pub grade: Option<&'a str>,
    /// The district of this roster tag.
    pub district: Option<i64>,
    /// The school of this roster tag.
    pub school: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<i64>,
    /// People who have fetched no book since this moment, and whose accounts are older.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub without_book_since: Option<Timestamp>,
    pub members: MemberFilter,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RosterPerson {
    pub account: Account,
    pub tag: Option<RosterTag>,
    pub on_quick_list: bool,
    pub preferences: Preferences,
}

impl<'a> RosterQuery<'a> {
    pub fn for_members(organization: &'a OrganizationId, viewer: &'a AccountId) -> Self {
        let role = Role::OrganizationMember;
        let filter = RosterFilter::default();
        Self { viewer, organization: Some(organization), role, list: None, people: None, filter }
    }

    pub fn for_sponsors(organization: &'a OrganizationId, viewer: &'a AccountId) -> Self {
        Self { role: Role::OrganizationSponsor, ..Self::for_members(organization, viewer) }
    }

    /// The members on a reading list: of one organization, or of any.
    pub fn for_list(list: &'a str, organization: Option<&'a OrganizationId>, viewer: &'a AccountId) -> Self {
        let role = Role::OrganizationMember;
        let filter = RosterFilter::default();
        Self { viewer, organization, role, list: Some(list), people: None, filter }
    }

    /// A query of these columns for all people on the roster; conditions may follow.
    fn select_people(&self, columns: &str) -> Sql {
        let filter = self.filter;
        let members = match filter.members {
            MemberFilter::AllMembers => "",
            MemberFilter::MyQuickList => " AND q.member_id IS NOT NULL",
            MemberFilter::IndividualMembers => " AND a.is_individual",
            MemberFilter::OrgMembers => " AND NOT a.is_individual",
        };
        let statement = Sql::new(format!(
            "SELECT {columns} FROM accounts a LEFT JOIN roster_tags t ON t.id = a.roster_tag_id \
             LEFT JOIN quick_lists q ON q.sponsor_id = $1 AND q.member_id = a.id \
             LEFT JOIN preferences p ON p.account_id = a.id \
             WHERE TRUE {}",
            role_condition(Some(self.role))
        ))
        .bind(self.viewer)
        .and_if_some("a.organization_id = ?", self.organization)
        .and_if_some(
            "EXISTS (SELECT 1 FROM reading_list_members m WHERE m.list_id = ? AND m.account_id = a.id)",
            self.list,
        )
        .and_if_some("a.grade = ?", filter.grade)
        .and_if_some(
            "t.district = (SELECT d.district FROM roster_tags d \
             WHERE d.id = ? AND d.organization_id = a.organization_id)",
            filter.district,
        )
        .and_if_some("t.school IS NOT NULL AND t.id = ?", filter.school)
        .and_if_some(
            "EXISTS (SELECT 1 FROM groups g JOIN group_members gm ON gm.group_id = g.id \
             WHERE g.id = ? AND g.organization_id = a.organization_id AND gm.account_id = a.id)",
            filter.group,
        )
        .and_if_some("a.created_at < ?", filter.without_book_since)
        .and_if_some(
            "NOT EXISTS (SELECT 1 FROM downloads b WHERE b.recipient_id = a.id AND b.date_downloaded >= ?)",
            filter.without_book_since,
        )
        .append(members);
        match self.people {
            None => statement,
            // PostgreSQL has no empty list.
            Some([]) => statement.append(" AND FALSE"),
            Some(people) => {
                let parameters = placeholders(statement.next_number(), people.len());
                statement.append(&format!(" AND a.id IN ({parameters})")).bind_list(people)
            }
        }
    }
}

record! {
    RosterPerson {
        account: "a.document",
        tag: "t.id, t.district, t.school, t.date_added" => tag_from_columns,
        on_quick_list: "q.member_id IS NOT NULL",
        preferences: "p.document" => Option::unwrap_or_default,
    }
}

type TagColumns = (Option<i64>, Option<String>, Option<String>, Option<Timestamp>);

fn tag_from_columns((id, district, school, date_added): TagColumns) -> Option<RosterTag> {
    Some(RosterTag { id: id?, district, school, date_added: date_added? })
}

/// A page of a roster, each person with its position.
pub async fn page(
    mut conn: impl Conn,
    roster: &RosterQuery<'_>,
    page_request: PageRequest<'_, RosterSort, String>,
) -> Result<Vec<(RowPosition<String>, RosterPerson)>> {
    let key = page_request.sort.key();
    let statement = roster.select_people(&format!("{key}, a.id, {}", RosterPerson::COLUMNS));
    conn.fetch_all(page_request.complete(statement, key, "a.id")).await
}

pub async fn count(mut conn: impl Conn, roster: &RosterQuery<'_>) -> Result<u64> {
    conn.fetch_one(roster.select_people("COUNT(*)")).await
}

/// The person of a roster with this identifier, user name or email address.
pub async fn find(
    mut conn: impl Conn,
    roster: &RosterQuery<'_>,
    identifier: &str,
) -> Result<Option<RosterPerson>> {
    let statement = roster.select_people(RosterPerson::COLUMNS);
    let next = statement.next_number();
    let named = BY_IDENTIFIER.replace("$2", &format!("${}", next + 1)).replace("$1", &format!("${next}"));
    // The subquery names its own `accounts`, whose columns come first in it.
    let statement =
        statement.append(&format!(" AND a.id = ({named})")).bind(identifier).bind(fold_login(identifier));
    conn.fetch_optional(statement).await
}

/// The identifiers of the people on a roster, in their order: at most `limit`.
pub async fn list_ids(mut conn: impl Conn, roster: &RosterQuery<'_>, limit: usize) -> Result<Vec<AccountId>> {
    conn.fetch_all(roster.select_people("a.id").append(&format!(" ORDER BY a.id LIMIT {limit}"))).await
}

/// The names of a person that a search compares with its words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonNames {
    pub id: AccountId,
    /// The given name as a sort key: words without case and accents.
    pub first_name: String,
    /// The family name as a sort key.
    pub last_name: String,
    /// The names that the person signs in by, folded. Empty for one who cannot sign in.
    pub logins: String,
    /// The birth date, `YYYY-MM-DD`. `None` if unknown.
    pub birth_date: Option<String>,
}

// An account has at most two sign-in names: a user name and an email address.
record! {
    PersonNames {
        id: "a.id",
        first_name: "a.first_name",
        last_name: "a.last_name",
        logins: "(SELECT MIN(l.folded) || ' ' || MAX(l.folded) FROM logins l WHERE l.account_id = a.id)"
            => Option::unwrap_or_default,
        birth_date: "a.date_of_birth",
    }
}

/// The names of all people on a roster, by family name and given name.
pub async fn list_names(mut conn: impl Conn, roster: &RosterQuery<'_>) -> Result<Vec<PersonNames>> {
    let statement =
        roster.select_people(PersonNames::COLUMNS).append(" ORDER BY a.last_name, a.first_name, a.id");
    conn.fetch_all(statement).await
}

/// The time at which each of these people last read: the last position in a book that an app or the site has
/// stored, or the last copy that was fetched for them. People who have not read are left out. One statement.
pub async fn list_last_reads(
    mut conn: impl Conn,
    people: &[AccountId],
) -> Result<HashMap<AccountId, Timestamp>> {
    let select = Sql::new(
        "SELECT r.account_id, MAX(r.read_at) FROM ( \
         SELECT account_id, MAX(date_at) AS read_at FROM reading_events \
             WHERE account_id IN (?) GROUP BY account_id \
         UNION ALL SELECT recipient_id AS account_id, MAX(date_downloaded) AS read_at FROM downloads \
             WHERE recipient_id IN (?) AND date_downloaded IS NOT NULL GROUP BY recipient_id \
         ) r GROUP BY r.account_id",
    );
    conn.fetch_each(select.for_keys(people)).await
}

/// The grades of an organization's members, each with the number of members, in the order of school years.
pub async fn count_by_grade(
    mut conn: impl Conn,
    organization: &OrganizationId,
) -> Result<Vec<(String, u64)>> {
    let statement = Sql::new(
        "SELECT grade, COUNT(*) FROM accounts WHERE organization_id = $1 AND is_member AND NOT deleted \
         AND grade IS NOT NULL GROUP BY grade, grade_key ORDER BY grade_key, grade",
    )
    .bind(organization);
    conn.fetch_all(statement).await
}

/// Numbers of members of an organization.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MemberCounts {
    pub members: u64,
    pub on_quick_list: u64,
    /// Without any proof of a disability. People who are also individual members are not counted, because the
    /// organization must not see their own proofs.
    pub without_proof: u64,
}

/// Counts the members of an organization as one of its sponsors sees them: one statement.
pub async fn count_members(
    mut conn: impl Conn,
    organization: &OrganizationId,
    viewer: &AccountId,
) -> Result<MemberCounts> {
    let without_proof = "COUNT(CASE WHEN NOT a.is_individual AND NOT EXISTS \
                         (SELECT 1 FROM proofs p WHERE p.account_id = a.id) THEN 1 END)";
    let statement = Sql::new(format!(
        "SELECT COUNT(*), COUNT(q.member_id), {without_proof} FROM accounts a \
         LEFT JOIN quick_lists q ON q.sponsor_id = $1 AND q.member_id = a.id \
         WHERE a.organization_id = $2 AND a.is_member AND NOT a.deleted"
    ))
    .bind_all((viewer, organization));
    let (members, on_quick_list, without_proof) = conn.fetch_one::<(u64, u64, u64)>(statement).await?;
    Ok(MemberCounts { members, on_quick_list, without_proof })
}
