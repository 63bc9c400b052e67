//! The account, the proofs, agreements and subscriptions of a person.

use super::column;
use crate::personal::DataPart;
use crate::personal::ValueKind::{Json, Number, Text, Time, Truth, Words};

pub(super) const ACCOUNT_PARTS: &[DataPart] = &[
    DataPart {
        name: "account",
        about: "who the person is to the library: names, addresses, birth date, roles, membership of an organization",
        references: &[],
        columns: &[column("", "a.document", Json)],
        from: "FROM accounts a WHERE a.id = $1",
    },
    DataPart {
        name: "sign-in-names",
        about: "names and addresses that sign in to the account, in lower case",
        references: &[("logins", "account_id")],
        columns: &[column("name", "l.folded", Text)],
        from: "FROM logins l WHERE l.account_id = $1 ORDER BY l.folded",
    },
    DataPart {
        name: "organization",
        about: "the organization that the person belongs to, with district and school",
        references: &[],
        columns: &[
            column("organizationId", "o.id", Text),
            column("name", "o.name", Text),
            column("district", "r.district", Text),
            column("school", "r.school", Text),
        ],
        from: "FROM accounts a JOIN organizations o ON o.id = a.organization_id \
               LEFT JOIN roster_tags r ON r.id = a.roster_tag_id WHERE a.id = $1",
    },
    DataPart {
        name: "school",
        about: "the school that somebody gave who is no member of an organization",
        references: &[("student_profiles", "account_id")],
        columns: &[
            column("name", "s.organization_name", Text),
            column("referenceOrgId", "s.reference_org_id", Text),
            column("grade", "s.grade", Text),
        ],
        from: "FROM student_profiles s WHERE s.account_id = $1",
    },
    DataPart {
        name: "proofs-of-disability",
        about: "disabilities that count as proven, and by what",
        references: &[("proofs", "account_id")],
        columns: &[
            column("disabilityType", "p.disability_type", Text),
            column("source", "p.source", Text),
            column("dateAdded", "p.date_added", Time),
        ],
        from: "FROM proofs p WHERE p.account_id = $1 ORDER BY p.disability_type",
    },
    DataPart {
        name: "proofs-sent-in",
        about: "proofs of disability that the person sent in",
        references: &[("proof_submissions", "account_id")],
        columns: &[
            column("disabilityTypes", "p.disability_types", Words),
            column("source", "p.source", Text),
            column("membershipId", "p.membership_id", Text),
            column("note", "p.note", Text),
            column("dateSubmitted", "p.date_submitted", Time),
            column("suffices", "p.suffices", Truth),
            column("provisionalAccessEnded", "p.provisional_ended_at", Time),
        ],
        from: "FROM proof_submissions p WHERE p.account_id = $1 ORDER BY p.id",
    },
    DataPart {
        name: "decisions-on-proofs",
        about: "what staff decided on proofs that the person sent in",
        references: &[("proof_decisions", "account_id")],
        columns: &[
            column("dateDecided", "d.decided_at", Time),
            column("decidedBy", "d.decided_by", Text),
            column("outcome", "d.outcome", Text),
            column("reason", "d.reason", Text),
            column("remark", "d.remark", Text),
        ],
        from: "FROM proof_decisions d WHERE d.account_id = $1 ORDER BY d.id",
    },
    DataPart {
        name: "confirmations",
        about: "emails to people who were asked to confirm the disability, and their answers",
        references: &[("confirmations", "account_id")],
        columns: &[
            column("emailAddress", "c.email", Text),
            column("authority", "c.authority", Text),
            column("message", "c.message", Text),
            column("dateRequested", "c.requested_at", Time),
            column("dateConfirmed", "c.confirmed_at", Time),
            column("statement", "c.statement", Json),
        ],
        from: "FROM confirmations c WHERE c.account_id = $1 ORDER BY c.requested_at, c.id",
    },
    DataPart {
        name: "agreements",
        about: "agreements that were signed: the consents of the person or a guardian",
        references: &[("agreements", "account_id")],
        columns: &[
            column("agreementId", "g.id", Text),
            column("agreementType", "g.kind", Text),
            column("dateSigned", "g.date_signed", Time),
            column("dateExpired", "g.date_expired", Time),
            column("printName", "g.print_name", Text),
            column("signedByLegalGuardian", "g.signed_by_guardian", Truth),
            column("recordedBy", "g.recorded_by", Text),
        ],
        from: "FROM agreements g WHERE g.account_id = $1 ORDER BY g.date_signed, g.id",
    },
    DataPart {
        name: "subscriptions",
        about: "subscriptions, and how those were paid for that the person took out",
        references: &[("subscriptions", "account_id")],
        columns: &[
            column("subscriptionId", "s.id", Text),
            column("subscriptionType", "s.kind", Text),
            column("start", "s.start_at", Time),
            column("end", "s.end_at", Time),
            column("booksAllowed", "s.books_allowed", Number),
            column("timeframe", "s.timeframe", Text),
            column("notes", "s.notes", Text),
            column("promoCode", "p.promo_code", Text),
            column("cost", "p.cost", Number),
            column("creditsUsed", "p.credits_used", Number),
            column("amountDue", "p.amount_due", Number),
        ],
        from: "FROM subscriptions s LEFT JOIN payments p ON p.subscription_id = s.id \
               WHERE s.account_id = $1 ORDER BY s.start_at, s.id",
    },
    DataPart {
        name: "credits",
        about: "what is left to pay subscriptions with, in the smallest unit of the currency",
        references: &[("credits", "account_id")],
        columns: &[column("balance", "c.balance", Number)],
        from: "FROM credits c WHERE c.account_id = $1",
    },
];
