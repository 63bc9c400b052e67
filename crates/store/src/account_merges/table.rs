//! The tables that refer to accounts, and the treatment of each by a merge.

use domain::account_merges::MergedNoun;

/// Rows that a merge moves from the closed account to the kept one. `t` is the row in every expression, `$1`
/// the kept account and `$2` the closed one.
#[derive(Debug, Clone, Copy)]
pub struct MovedRows {
    pub noun: MergedNoun,
    pub table: &'static str,
    /// The column that names the person.
    pub column: &'static str,
    /// Text that no two rows of an account have in common.
    pub(super) key: &'static str,
    /// Text that is another one once the row was changed; it stays with the kept account then. Empty text if
    /// a change does not matter.
    pub(super) state: &'static str,
    /// Columns of which the kept account has each combination once: its own row wins.
    pub(super) same: &'static [&'static str],
    /// Another condition under which the row stays with the closed account. Empty if there is none.
    pub(super) blocked: &'static str,
    /// Columns exchanged if both accounts have a row: the newer content becomes the kept one's. `None` if the
    /// kept account's own row wins.
    pub newer: Option<NewerRows>,
}

/// Content that both accounts may have, of which the newer wins.
#[derive(Debug, Clone, Copy)]
pub struct NewerRows {
    /// The time by which content is newer.
    pub time: &'static str,
    /// All columns but those of the key.
    pub columns: &'static [&'static str],
}

impl MovedRows {
    const fn new(noun: MergedNoun, (table, column): (&'static str, &'static str), key: &'static str) -> Self {
        Self { noun, table, column, key, state: "''", same: &[], blocked: "", newer: None }
    }

    const fn with_state(self, state: &'static str) -> Self {
        Self { state, ..self }
    }

    const fn once_by(self, same: &'static [&'static str]) -> Self {
        Self { same, ..self }
    }

    const fn blocked_if(self, blocked: &'static str) -> Self {
        Self { blocked, ..self }
    }

    const fn newer_by(self, time: &'static str, columns: &'static [&'static str]) -> Self {
        Self { newer: Some(NewerRows { time, columns }), ..self }
    }
}

const ID_KEY: &str = "CAST(t.id AS TEXT)";
const TITLE_KEY: &str = "CAST(t.title_id AS TEXT)";
const PLACE_KEY: &str = "CAST(t.title_id AS TEXT) || ' ' || t.format || ' ' || t.place";
const FETCH_TIME: &str = "COALESCE(CAST(t.date_downloaded AS TEXT), '')";

/// Another copy with the identity that the row would have, now or when both people of it are the kept
/// account.
const OTHER_COPY_OF_CALLER: &str = "EXISTS (SELECT 1 FROM downloads o WHERE o.id <> t.id \
     AND COALESCE(o.title_id, 0) = COALESCE(t.title_id, 0) \
     AND COALESCE(o.edition_id, '') = COALESCE(t.edition_id, '') AND o.format = t.format \
     AND o.artifact_version = t.artifact_version AND COALESCE(o.day, '') = COALESCE(t.day, '') \
     AND o.settings = t.settings AND o.caller_id = $1 \
     AND (COALESCE(o.recipient_id, '') = COALESCE(t.recipient_id, '') \
         OR (t.recipient_id = $2 AND o.recipient_id = $1)))";

/// Another copy with the identity that the row would have.
const OTHER_COPY_OF_RECIPIENT: &str = "EXISTS (SELECT 1 FROM downloads o WHERE o.id <> t.id \
     AND COALESCE(o.title_id, 0) = COALESCE(t.title_id, 0) \
     AND COALESCE(o.edition_id, '') = COALESCE(t.edition_id, '') AND o.format = t.format \
     AND o.artifact_version = t.artifact_version AND COALESCE(o.day, '') = COALESCE(t.day, '') \
     AND o.settings = t.settings AND o.recipient_id = $1 \
     AND COALESCE(o.caller_id, '') = COALESCE(t.caller_id, ''))";

/// Rows that move, in the order in which they do. An undo moves them back in the opposite order.
pub const MOVED_ROWS: &[MovedRows] = &[
    MovedRows::new(MergedNoun::Agreements, ("agreements", "account_id"), "t.id")
        .with_state("COALESCE(CAST(t.date_expired AS TEXT), '')")
        .blocked_if(
            "t.date_expired IS NULL AND EXISTS (SELECT 1 FROM agreements o WHERE o.account_id = $1 \
             AND o.kind = t.kind AND o.date_expired IS NULL)",
        ),
    MovedRows::new(MergedNoun::Proofs, ("proofs", "account_id"), "t.disability_type")
        .with_state("t.source || ' ' || CAST(t.date_added AS TEXT)")
        .once_by(&["disability_type"]),
    MovedRows::new(MergedNoun::Proofs, ("proof_submissions", "account_id"), ID_KEY)
        .with_state("COALESCE(CAST(t.decided_at AS TEXT), '')"),
    MovedRows::new(MergedNoun::Proofs, ("proof_decisions", "account_id"), ID_KEY),
    MovedRows::new(MergedNoun::Proofs, ("confirmations", "account_id"), "t.id")
        .with_state("COALESCE(CAST(t.confirmed_at AS TEXT), '')"),
    MovedRows::new(MergedNoun::Subscriptions, ("subscriptions", "account_id"), "t.id")
        .with_state("COALESCE(CAST(t.end_at AS TEXT), '') || ' ' || COALESCE(t.notes, '')"),
    MovedRows::new(MergedNoun::Subscriptions, ("credits", "account_id"), "''")
        .with_state("CAST(t.balance AS TEXT)")
        .blocked_if("EXISTS (SELECT 1 FROM credits o WHERE o.account_id = $1)"),
    MovedRows::new(MergedNoun::Membership, ("student_profiles", "account_id"), "''")
        .with_state(
            "COALESCE(t.organization_name, '') || ' ' || COALESCE(t.reference_org_id, '') || ' ' \
             || COALESCE(t.grade, '')",
        )
        .blocked_if("EXISTS (SELECT 1 FROM student_profiles o WHERE o.account_id = $1)"),
    MovedRows::new(MergedNoun::Membership, ("group_members", "account_id"), "CAST(t.group_id AS TEXT)")
        .once_by(&["group_id"]),
    // An account cannot be on its own quick list.
    MovedRows::new(MergedNoun::Membership, ("quick_lists", "sponsor_id"), "t.member_id")
        .once_by(&["member_id"])
        .blocked_if("t.member_id = $1"),
    MovedRows::new(MergedNoun::Membership, ("quick_lists", "member_id"), "t.sponsor_id")
        .once_by(&["sponsor_id"])
        .blocked_if("t.sponsor_id = $1"),
    MovedRows::new(MergedNoun::Assignments, ("assignments", "account_id"), TITLE_KEY)
        .with_state("CAST(t.date_assigned AS TEXT)")
        .once_by(&["title_id"]),
    // An account cannot be on its own lists, or subscribe to them.
    MovedRows::new(MergedNoun::Lists, ("reading_lists", "owner_id"), "t.id")
        .with_state("CAST(t.updated_at AS TEXT)")
        .blocked_if(
            "EXISTS (SELECT 1 FROM reading_list_members m WHERE m.list_id = t.id \
                 AND m.account_id IN ($1, $2)) \
             OR EXISTS (SELECT 1 FROM reading_list_subscriptions s WHERE s.list_id = t.id \
                 AND s.account_id IN ($1, $2))",
        ),
    MovedRows::new(MergedNoun::Lists, ("reading_list_members", "account_id"), "t.list_id")
        .once_by(&["list_id"])
        .blocked_if("EXISTS (SELECT 1 FROM reading_lists l WHERE l.id = t.list_id AND l.owner_id = $1)"),
    MovedRows::new(MergedNoun::Lists, ("reading_list_subscriptions", "account_id"), "t.list_id")
        .once_by(&["list_id"])
        .blocked_if("EXISTS (SELECT 1 FROM reading_lists l WHERE l.id = t.list_id AND l.owner_id = $1)"),
    MovedRows::new(MergedNoun::Lists, ("series_follows", "account_id"), "t.series_id")
        .once_by(&["series_id"]),
    MovedRows::new(MergedNoun::Marks, ("bookmarks", "account_id"), PLACE_KEY)
        .with_state("CAST(t.created_at AS TEXT) || ' ' || COALESCE(t.text, '')")
        .once_by(&["title_id", "format", "place"]),
    MovedRows::new(MergedNoun::Marks, ("highlights", "account_id"), PLACE_KEY)
        .with_state("CAST(t.updated_at AS TEXT)")
        .once_by(&["title_id", "format", "place"]),
    MovedRows::new(MergedNoun::Places, ("reading_events", "account_id"), ID_KEY),
    MovedRows::new(MergedNoun::Places, ("progressions", "account_id"), TITLE_KEY)
        .with_state("CAST(t.modified_at AS TEXT)")
        .once_by(&["title_id"])
        .newer_by(
            "modified_at",
            &["modified_at", "progression", "title", "device_id", "device_name", "refs", "locator"],
        ),
    MovedRows::new(MergedNoun::Places, ("synced_documents", "account_id"), "t.document")
        .with_state("CAST(t.synced_at AS TEXT)")
        .once_by(&["document"])
        .newer_by(
            "synced_at",
            &[
                "title_id", "edition_id", "format", "progress", "percentage", "device", "device_id",
                "synced_at",
            ],
        ),
    MovedRows::new(MergedNoun::Copies, ("downloads", "caller_id"), ID_KEY)
        .with_state(FETCH_TIME)
        .blocked_if(OTHER_COPY_OF_CALLER),
    MovedRows::new(MergedNoun::Copies, ("downloads", "recipient_id"), ID_KEY)
        .with_state(FETCH_TIME)
        .blocked_if(OTHER_COPY_OF_RECIPIENT),
    MovedRows::new(MergedNoun::Copies, ("quota_usage", "account_id"), ID_KEY),
    MovedRows::new(MergedNoun::Copies, ("copy_keys", "account_id"), "t.key").once_by(&["key"]),
    MovedRows::new(MergedNoun::Documents, ("documents", "owner_id"), TITLE_KEY),
    MovedRows::new(MergedNoun::Records, ("call_notes", "account_id"), ID_KEY),
    MovedRows::new(MergedNoun::Records, ("staff_emails", "account_id"), ID_KEY),
    MovedRows::new(MergedNoun::Records, ("problem_reports", "account_id"), ID_KEY),
    MovedRows::new(MergedNoun::Records, ("referrals", "account_id"), ID_KEY),
    MovedRows::new(MergedNoun::Records, ("hand_overs", "requested_by"), ID_KEY)
        .with_state("COALESCE(CAST(t.decided_at AS TEXT), '')"),
    MovedRows::new(MergedNoun::Records, ("erasure_holds", "account_id"), "''")
        .with_state("CAST(t.held_at AS TEXT)")
        .blocked_if("EXISTS (SELECT 1 FROM erasure_holds o WHERE o.account_id = $1)"),
];
