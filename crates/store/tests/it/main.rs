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

mod account_merges;
mod accounts;
mod annotations;
mod artifacts;
mod audit;
mod audit_changes;
mod backup;
mod backup_times;
mod call_notes;
mod catalog;
mod changes;
mod closing;
mod conversion_reports;
mod copy_batches;
mod devices;
mod distinct_people;
mod documents;
mod download_history;
mod downloads;
mod emails;
mod enrollment_codes;
mod erasures;
mod export;
mod groups;
mod hand_overs;
mod intake_runs;
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
mod plans;
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
mod reports;
mod roster_runs;
mod rosters;
mod schema;
mod sent_forms;
mod sessions;
mod sites;
mod staff;
mod supplier_records;
mod synced_documents;
mod throttle;
mod titles;
mod titles_in_memory;
mod tokens;
mod work;
mod world;
mod writes;
