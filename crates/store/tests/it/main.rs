//! Every function of the store, on SQLite and on PostgreSQL.

#![expect(clippy::unwrap_used, reason = "a test that fails says where")]

/// The result of a call in a transaction of its own.
macro_rules! committed {
    ($db:expr, $tx:ident => $call:expr) => {{
        let mut $tx = $db.begin().await.unwrap();
        let result = $call.await.unwrap();
        $tx.commit().await.unwrap();
        result
    }};
}

mod accounts;
mod annotations;
mod artifacts;
mod audit;
mod backup;
mod catalog;
mod changes;
mod closing;
mod conversion_reports;
mod devices;
mod documents;
mod download_history;
mod downloads;
mod emails;
mod export;
mod jobs;
mod keyed_requests;
mod lanes;
mod leaving;
mod lists;
mod makers;
mod membership;
mod mixed_versions;
mod moves;
mod my_account;
mod opening;
mod organizations;
mod periodicals;
mod personal;
mod popular_lists;
mod power_cut;
mod problem_reports;
mod progressions;
mod quota_usage;
mod readers;
mod readership;
mod reading;
mod reference_organizations;
mod relations;
mod releases;
mod roster_runs;
mod rosters;
mod schema;
mod sessions;
mod sites;
mod supplier_records;
mod synced_documents;
mod throttle;
mod titles;
mod titles_in_memory;
mod tokens;
mod world;
mod writes;
