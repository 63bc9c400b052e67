//! Reports for funders, and readers without a book (docs/rules/reports.md).

use domain::dates::start_of;
use domain::grades::sort_key;
use domain::reports::{DisabilityGroup, PublishedTable, ReportMonths, publish_table};
use domain::{AuditSubject, AuditedAct, Format, Organization, Site, SiteId, WireEnum as _};
use jiff::civil::Date;
use jiff::{Timestamp, ToSpan as _};
use store::reports::ReportScope;

use crate::organizations::find_managed;
use crate::queries::cut_page;
use crate::sites::unknown_site;
use crate::{ErrorKey, Operation, Result};

pub use domain::reports::{MAX_MONTHS, MIN_PUBLISHED_COUNT, csv_line};
pub use store::reports::{IdlePosition, IdleReader};

/// Maximum number of months without a book that a search may ask for.
pub const MAX_IDLE_MONTHS: u32 = 120;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReportedPeople {
    /// The readers of this site; the actor's own if absent.
    pub site: Option<SiteId>,
    /// The members of this organization instead, by identifier.
    pub organization: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportRequest {
    pub people: ReportedPeople,
    pub months: ReportMonths,
}

/// A table of published numbers with the names of its rows and columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedTable<R, C> {
    pub rows: Vec<R>,
    pub columns: Vec<C>,
    pub numbers: PublishedTable,
}

/// A report. Nobody can be recognized in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UsageReport {
    /// Name of the site or of the organization.
    pub name: String,
    /// Readers of today by grade, whose code is `None` for readers without one, and by disability.
    pub readers: NamedTable<Option<String>, DisabilityGroup>,
    /// Books and editions that were fetched, by the first day of the month and by format.
    pub books: NamedTable<Date, Format>,
}

/// Makes a report. The audit records that disability data was read for it.
///
/// # Errors
/// `ORGANIZATION_NOT_FOUND`; `FORBIDDEN` for a site that the actor does not manage; `INVALID_PARAMETER` for
/// one that does not exist.
pub async fn make_report(op: &Operation, request: &ReportRequest) -> Result<UsageReport> {
    op.require_membership_staff()?;
    let subject = ReportSubject::find(op, &request.people).await?;
    let tx = op.db().begin().await?;
    op.commit_change(tx, AuditedAct::ReadReport, subject.audit_subject()).await?;
    let readers = store::reports::count_readers(op.db(), subject.scope()).await?;
    let mut grades: Vec<Option<String>> = readers.iter().map(|(grade, ..)| grade.clone()).collect();
    grades.sort_by_cached_key(|grade| (grade.is_none(), grade.as_deref().map(sort_key)));
    grades.dedup();
    let months = request.months.first_days();
    let starts: Vec<Timestamp> = months.iter().map(|day| start_of(*day)).collect();
    let end = request.months.end().map_or(Timestamp::MAX, start_of);
    let fetched = store::reports::count_fetched(op.db(), subject.scope(), &starts, end).await?;
    let fetched =
        fetched.into_iter().filter_map(|(place, format, count)| Some((*months.get(place)?, format, count)));
    Ok(UsageReport {
        name: subject.name().to_owned(),
        books: name_table(months.to_vec(), Format::ALL.to_vec(), fetched),
        readers: name_table(grades, DisabilityGroup::ALL.to_vec(), readers),
    })
}

/// Puts numbers into the table with these rows and columns, and withholds those that are too small.
fn name_table<R: PartialEq, C: PartialEq>(
    rows: Vec<R>,
    columns: Vec<C>,
    counts: impl IntoIterator<Item = (R, C, u64)>,
) -> NamedTable<R, C> {
    let mut numbers = vec![vec![0_u64; columns.len()]; rows.len()];
    for (row, column, count) in counts {
        let row = rows.iter().position(|named| *named == row);
        let column = columns.iter().position(|named| *named == column);
        if let (Some(row), Some(column)) = (row, column) {
            numbers[row][column] += count;
        }
    }
    let numbers = publish_table(&numbers, columns.len());
    NamedTable { rows, columns, numbers }
}

/// A search for readers without a book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdleSearch {
    pub people: ReportedPeople,
    /// Months without a book: at most [`MAX_IDLE_MONTHS`].
    pub months: u32,
}

/// A page of readers without a book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdleReaders {
    /// Those who have waited the longest come first.
    pub readers: Vec<IdleReader>,
    /// The position of the last of them, which the next page begins after. `None` if this is the last page.
    pub next: Option<IdlePosition>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdlePage {
    /// The position after which the page begins.
    pub after: Option<IdlePosition>,
    pub limit: u32,
}

/// Readers who have fetched no book for some months, and whose accounts are older. It says nothing about
/// disabilities.
///
/// # Errors
/// Those of [`make_report`]; `INVALID_PARAMETER` for more than [`MAX_IDLE_MONTHS`].
pub async fn list_without_books(op: &Operation, search: &IdleSearch, page: &IdlePage) -> Result<IdleReaders> {
    op.require_membership_staff()?;
    if search.months > MAX_IDLE_MONTHS {
        return Err(ErrorKey::InvalidParameter.into());
    }
    let subject = ReportSubject::find(op, &search.people).await?;
    // One more says that there is another page.
    let limit = page.limit.saturating_add(1);
    let since = idle_since(op, search.months);
    let mut rows =
        store::reports::list_idle(op.db(), subject.scope(), since, page.after.as_ref(), limit).await?;
    let next = cut_page(&mut rows, page.limit as usize, |(position, _)| position.clone());
    Ok(IdleReaders { readers: rows.into_iter().map(|(_, reader)| reader).collect(), next })
}

/// The moment since which readers without a book for so many months have fetched none: before all accounts
/// for more than [`MAX_IDLE_MONTHS`].
pub(crate) fn idle_since(op: &Operation, months: u32) -> Timestamp {
    if months > MAX_IDLE_MONTHS {
        return Timestamp::MIN;
    }
    start_of(op.today().checked_sub(i64::from(months).months()).unwrap_or(Date::MIN))
}

/// The site or the organization that a report is about.
enum ReportSubject {
    Site(Site),
    Organization(Box<Organization>),
}

impl ReportSubject {
    async fn find(op: &Operation, people: &ReportedPeople) -> Result<Self> {
        if let Some(organization) = &people.organization {
            return Ok(Self::Organization(Box::new(find_managed(op, organization).await?)));
        }
        let id = people.site.as_ref().unwrap_or_else(|| op.view_site());
        if !op.manages_membership(id) {
            return Err(ErrorKey::Forbidden.into());
        }
        let site = store::sites::get(op.db(), id).await?;
        site.map(Self::Site).ok_or_else(|| unknown_site(id))
    }

    fn name(&self) -> &str {
        match self {
            Self::Site(site) => &site.name,
            Self::Organization(organization) => &organization.name,
        }
    }

    fn scope(&self) -> ReportScope<'_> {
        match self {
            Self::Site(site) => ReportScope::Site(&site.id),
            Self::Organization(organization) => ReportScope::Organization(&organization.id),
        }
    }

    fn audit_subject(&self) -> AuditSubject<'_> {
        match self {
            Self::Site(site) => AuditSubject::Site(&site.id),
            Self::Organization(organization) => AuditSubject::Organization(&organization.id),
        }
    }
}
