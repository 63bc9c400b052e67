//! Retention periods of personal data.

use anyhow::ensure;
use domain::erasure::RetentionRules;
use serde::{Deserialize, Serialize};

use super::Config;

/// Maximum time in years; more is a typing error.
const MAX_YEARS: u32 = 100;

/// Retention rules (docs/rules/erasure.md#rule-3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Retention {
    /// Days after which reading events are deleted, except the newest of a title. Without it they are kept as
    /// long as the account.
    pub history_days: Option<u32>,
    /// Months after which closed accounts and removed members are erased. Without it they stay closed.
    pub leavers_months: Option<u32>,
    /// Years for which copies of erased people can be traced, from the newest copy on.
    pub tracing_years: u32,
    /// Years for which agreements of erased people are kept.
    pub agreement_years: u32,
    /// Years for which subscriptions and counted books of erased people are kept.
    pub accounting_years: u32,
}

impl Default for Retention {
    fn default() -> Self {
        let RetentionRules { tracing_years, agreement_years, accounting_years, .. } =
            RetentionRules::default();
        Self { history_days: None, leavers_months: None, tracing_years, agreement_years, accounting_years }
    }
}

impl Retention {
    /// Fails for retention times of zero.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        ensure!(self.history_days != Some(0), "retention.history_days must be at least 1");
        ensure!(self.leavers_months != Some(0), "retention.leavers_months must be at least 1");
        for (key, years) in [
            ("retention.tracing_years", self.tracing_years),
            ("retention.agreement_years", self.agreement_years),
            ("retention.accounting_years", self.accounting_years),
        ] {
            ensure!(years <= MAX_YEARS, "{key} must be at most {MAX_YEARS}");
        }
        let days = self.history_days.unwrap_or_default();
        ensure!(days <= MAX_YEARS * 366, "retention.history_days must be at most {}", MAX_YEARS * 366);
        let months = self.leavers_months.unwrap_or_default();
        ensure!(months <= MAX_YEARS * 12, "retention.leavers_months must be at most {}", MAX_YEARS * 12);
        Ok(())
    }
}

impl Config {
    /// The rules with the retention of the audit.
    pub fn to_retention_rules(&self) -> RetentionRules {
        let Retention { history_days, leavers_months, tracing_years, agreement_years, accounting_years } =
            self.retention;
        let audit_days = self.audit.keep_days;
        RetentionRules {
            history_days,
            leavers_months,
            tracing_years,
            agreement_years,
            accounting_years,
            audit_days,
        }
    }
}
