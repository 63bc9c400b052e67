//! Walks through rosters and lists of a large school: the cost of pages at the beginning and at the end, in
//! database statements and in time.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, ensure};
use domain::TitleId;
use serde_json::Value;

use crate::catalog::FIRST_TITLE_ID;
use crate::http::HttpConnection;
use crate::latency::Latencies;
use crate::library::{self, CLIENT_KEY};
use crate::options::BenchOptions;
use crate::program::RunningServer;
use crate::queries::encode_query;
use crate::school::{self, LONG_LIST_ID, SCHOOL_MEMBERS};

const MAX_PAGE_SIZE: usize = 100;
const PAGES_PER_END: usize = 10;
const STATEMENTS_COUNTER: &str = "openshelf_database_statements_total ";

/// One walk through all pages of a list.
#[derive(Debug)]
pub struct RosterWalk {
    pub name: &'static str,
    /// Its length.
    pub total: usize,
    statements: Vec<u64>,
    times: Vec<Duration>,
}

impl RosterWalk {
    /// Statements of a page at the beginning and at the end: the minimum of several, because the server also
    /// polls jobs and changes of the catalog.
    pub fn statements(&self) -> (u64, u64) {
        let least = |pages: &[u64]| pages.iter().min().copied().unwrap_or_default();
        let end = PAGES_PER_END.min(self.statements.len());
        (least(&self.statements[..end]), least(&self.statements[self.statements.len() - end..]))
    }

    /// Times of pages at the beginning and at the end.
    pub fn times(&self) -> (Latencies, Latencies) {
        let end = PAGES_PER_END.min(self.times.len());
        let (first, last) = (&self.times[..end], &self.times[self.times.len() - end..]);
        (Latencies::new(first.to_vec()), Latencies::new(last.to_vec()))
    }
}

/// Creates the school, and walks through all its sponsor's lists.
pub fn measure_rosters(
    options: &BenchOptions,
    dir: &Path,
    server: &RunningServer,
) -> anyhow::Result<Vec<RosterWalk>> {
    let titles: Vec<TitleId> = (0..SCHOOL_MEMBERS.min(options.titles))
        .map(|place| TitleId(FIRST_TITLE_ID + i64::from(place)))
        .collect();
    let database = library::database_address(dir, options.database_url.as_deref());
    let token = library::with_database(&database, async |db| school::make_school(db, &titles).await)?;
    let title = titles.first().context("there are no titles")?;
    let lists = [
        ("members of a school", "/v2/myOrganization/members?sortOrder=grade".to_owned()),
        ("availability for each member", format!("/v2/myOrganization/titleAvailabilities/{title}?")),
        ("members on a list", format!("/v2/lists/{LONG_LIST_ID}/members?")),
        ("titles on a list", format!("/v2/lists/{LONG_LIST_ID}/titles?")),
        ("lists of a sponsor", "/v2/myLists?".to_owned()),
    ];
    lists.into_iter().map(|(name, list)| walk_list(server, &token, name, &list).context(name)).collect()
}

fn walk_list(
    server: &RunningServer,
    token: &str,
    name: &'static str,
    list: &str,
) -> anyhow::Result<RosterWalk> {
    let (mut connection, mut admin) =
        (HttpConnection::open(server.address)?, HttpConnection::open(server.admin)?);
    let mut walk = RosterWalk { name, total: 0, statements: Vec::new(), times: Vec::new() };
    let (mut seen, mut start) = (0, String::new());
    loop {
        let before = read_statements(&mut admin)?;
        let path = format!("{list}&api_key={CLIENT_KEY}&access_token={token}&limit={MAX_PAGE_SIZE}{start}");
        let (took, body) = connection.get_timed(&path)?;
        walk.times.push(took);
        let page: Value = serde_json::from_slice(body)?;
        walk.statements.push(read_statements(&mut admin)? - before);
        walk.total = usize::try_from(page["totalResults"].as_u64().context("totalResults")?)?;
        seen += count_records(&page);
        let Some(next) = page["next"].as_str() else { break };
        start = format!("&start={}", encode_query(next));
    }
    ensure!(seen == walk.total, "{seen} of {} were seen", walk.total);
    Ok(walk)
}

/// Number of records of a page; a duplicate for older clients is not counted.
fn count_records(page: &Value) -> usize {
    let lists =
        page.as_object().into_iter().flatten().filter(|(name, _)| *name != "links" && *name != "allows");
    lists.filter_map(|(_, value)| value.as_array()).map(Vec::len).max().unwrap_or_default()
}

/// Number of statements that the server has sent to the database.
fn read_statements(admin: &mut HttpConnection) -> anyhow::Result<u64> {
    let answer = admin.get("/metrics")?;
    let text = String::from_utf8_lossy(answer.body);
    let count = text
        .lines()
        .find_map(|line| line.strip_prefix(STATEMENTS_COUNTER))
        .context("no count of statements")?;
    Ok(count.trim().parse()?)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serde_json::json;

    use super::{RosterWalk, count_records};

    #[test]
    fn ends_are_compared_by_their_pages_alone() {
        let mut statements = vec![4; 40];
        statements[3] = 90;
        statements[38] = 90;
        let times = (0..40).map(Duration::from_millis).collect();
        let mut walk = RosterWalk { name: "x", total: 4000, statements, times };
        assert_eq!(walk.statements(), (4, 4));
        walk.statements[30..].fill(5);
        assert_eq!(walk.statements(), (4, 5));
        let (first, last) = walk.times();
        assert!(first.max() < Duration::from_millis(10) && last.percentile(50) > Duration::from_millis(29));
    }

    #[test]
    fn records_that_are_sent_twice_count_once() {
        let page =
            json!({"links": [1, 2, 3], "memberSummaries": [1, 2], "userAccounts": [1, 2], "totalResults": 9});
        assert_eq!(count_records(&page), 2);
        assert_eq!(count_records(&json!({"next": "x"})), 0);
    }
}
