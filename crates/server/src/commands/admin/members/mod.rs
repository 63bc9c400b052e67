//! `openshelf admin members`: members of organizations.

mod import;
mod next_year;
mod report;
mod runs;

use clap::{Args, Subcommand};
use domain::proofs::{DisabilityPlan, DisabilityType, ProofSource};
use jiff::civil::Date;
use services::members::{self, ChangeMember, MemberAddition, MemberAddress, NewMember, OrganizationRoster};
use services::organizations::find_managed;
use services::rosters::{Member, RosterFilter, RosterSort};
use services::values::{Grade, NewPassword, ShortText, UserName};
use services::{Change, Operation, PageRequest};

use super::operator::{birth_date_text, change_or_keep, no_faults, parse_change, parse_value};
use crate::commands::parse_date;
use crate::library::Library;

/// Members of organizations. Access to their disability data is logged in the audit.
#[derive(Debug, Subcommand)]
pub enum Members {
    /// Add a member
    Create(CreateMember),
    /// List the members of an organization, by family name
    List {
        /// Identifier of the organization
        #[arg(long)]
        organization: String,
        /// Only this grade
        #[arg(long, value_parser = parse_value::<Grade>)]
        grade: Option<Grade>,
        /// Number of members
        #[arg(long, default_value_t = 100)]
        limit: u32,
    },
    /// Show a member
    Show(OneMember),
    /// Change a member; omitted options keep their value, and an empty value clears it
    Change(ChangeMemberArgs),
    /// Remove a member from the organization; an account without another role is deleted
    Remove(OneMember),
    /// Add and change members from a table: all of its rows or none
    Import(import::ImportMembers),
    /// Begin a new school year: every member goes one grade up
    NextYear(next_year::NextYear),
    /// List the imports, removals and other changes of many members, newest first
    Runs(runs::ListRuns),
    /// Undo an import, a removal or another change of many members within 30 days
    Undo(runs::UndoRun),
}

/// One member.
#[derive(Debug, Args)]
pub struct OneMember {
    /// Account identifier or user name
    user: String,
    /// Identifier of the organization
    #[arg(long)]
    organization: String,
}

/// A new member.
#[derive(Debug, Args)]
pub struct CreateMember {
    /// Identifier of the organization
    #[arg(long)]
    organization: String,
    /// Given name
    #[arg(long, value_parser = parse_value::<ShortText>)]
    first_name: ShortText,
    /// Family name
    #[arg(long, value_parser = parse_value::<ShortText>)]
    last_name: ShortText,
    /// Birth date, YYYY-MM-DD
    #[arg(long, value_parser = parse_date)]
    date_of_birth: Date,
    /// Grade code: ONIX code list 77, in the United Kingdom BIC
    #[arg(long, value_parser = parse_value::<Grade>)]
    grade: Grade,
    /// Name to sign in with, together with the password; without it the member cannot sign in
    #[arg(long, value_parser = parse_value::<UserName>)]
    username: Option<UserName>,
    /// 8 to 32 characters, at least one letter and one number
    #[arg(long, value_parser = parse_value::<NewPassword>)]
    password: Option<NewPassword>,
    /// A verified disability: visual, learning, physical or nonspecific; repeat for more
    #[arg(long = "disability-type", value_name = "TYPE", value_parser = clap::value_parser!(DisabilityType))]
    disability_types: Vec<DisabilityType>,
    /// A pupil's plan: iep or section504; repeat for more
    #[arg(long = "disability-plan", value_name = "PLAN", value_parser = clap::value_parser!(DisabilityPlan))]
    disability_plans: Vec<DisabilityPlan>,
    /// Where the proof of the disabilities comes from
    #[arg(long, default_value = "schoolVerified")]
    proof_source: ProofSource,
}

/// A change of a member.
#[derive(Debug, Args)]
pub struct ChangeMemberArgs {
    #[command(flatten)]
    one: OneMember,
    /// Given name
    #[arg(long, value_parser = parse_value::<ShortText>)]
    first_name: Option<ShortText>,
    /// Family name
    #[arg(long, value_parser = parse_value::<ShortText>)]
    last_name: Option<ShortText>,
    /// Birth date, YYYY-MM-DD
    #[arg(long, value_parser = parse_date)]
    date_of_birth: Option<Date>,
    /// Grade code: ONIX code list 77, in the United Kingdom BIC
    #[arg(long, value_parser = parse_value::<Grade>)]
    grade: Option<Grade>,
    /// Name to sign in by, together with the password; empty: the member can no longer sign in
    #[arg(long, value_parser = parse_change::<UserName>)]
    username: Option<Change<UserName>>,
    /// A new password, together with the user name; it signs the member out everywhere
    #[arg(long, value_parser = parse_value::<NewPassword>)]
    password: Option<NewPassword>,
    /// All disabilities that the school verified; repeat for more
    #[arg(long = "disability-type", value_name = "TYPE", value_parser = clap::value_parser!(DisabilityType))]
    disability_types: Vec<DisabilityType>,
    /// All plans: iep or section504; repeat for more
    #[arg(long = "disability-plan", value_name = "PLAN", value_parser = clap::value_parser!(DisabilityPlan))]
    disability_plans: Vec<DisabilityPlan>,
    /// A roster tag of the organization: district and school
    #[arg(long, value_parser = parse_change::<i64>)]
    roster_tag_id: Option<Change<i64>>,
    /// Hide adult titles: true or false
    #[arg(long)]
    safe_search: Option<bool>,
    /// The member may download titles that were not assigned: true or false; empty: use the organization's
    /// setting
    #[arg(long, value_parser = parse_change::<bool>)]
    allow_search_downloads: Option<Change<bool>>,
}

pub async fn run(command: Members, op: &Operation, library: &Library) -> anyhow::Result<()> {
    match command {
        Members::Create(new) => create(new, op).await,
        Members::List { organization, grade, limit } => {
            let filter = RosterFilter {
                grade: grade.as_ref().map(|grade| grade.0.as_str()),
                ..RosterFilter::default()
            };
            // A page holds one member less than the statement reads.
            let limit = limit.saturating_add(1);
            let part = PageRequest {
                sort: RosterSort::LastName,
                descending: false,
                after: None,
                backward: false,
                limit,
            };
            let roster = OrganizationRoster { organization: &organization, filter };
            let members = members::list(op, roster, part).await?;
            members.items.iter().for_each(print_line);
            Ok(())
        }
        Members::Show(OneMember { user, organization }) => {
            let organization = find_managed(op, &organization).await?;
            print_member(&members::get(op, &organization.id, &user).await?);
            Ok(())
        }
        Members::Change(form) => {
            let organization = find_managed(op, &form.one.organization).await?;
            let user = form.one.user.clone();
            let member = MemberAddress { organization: &organization, who: &user };
            let changed = members::change(op, member, form.into_request(), no_faults()).await;
            print_member(&changed?);
            Ok(())
        }
        Members::Import(args) => import::run(args, op, library).await,
        Members::NextYear(args) => next_year::run(args, op).await,
        Members::Runs(args) => runs::list(args, op).await,
        Members::Undo(args) => runs::undo(args, op).await,
        Members::Remove(OneMember { user, organization }) => {
            let organization = find_managed(op, &organization).await?;
            let removed = members::remove(op, &organization.id, &user).await?;
            println!("Removed {}.", removed.display_name());
            Ok(())
        }
    }
}

async fn create(new: CreateMember, op: &Operation) -> anyhow::Result<()> {
    let member = NewMember {
        first_name: new.first_name.into(),
        last_name: new.last_name.into(),
        date_of_birth: new.date_of_birth.into(),
        grade: new.grade.into(),
        username: new.username,
        password: new.password,
        disability_type: new.disability_types.into_iter().collect(),
        disability_plan: new.disability_plans.into_iter().collect(),
    };
    let addition = MemberAddition { organization: &new.organization, member, source: Some(new.proof_source) };
    let account = members::create(op, addition, no_faults()).await?;
    println!("member  {}", account.id);
    Ok(())
}

impl ChangeMemberArgs {
    fn into_request(self) -> ChangeMember {
        ChangeMember {
            first_name: self.first_name,
            last_name: self.last_name,
            username: change_or_keep(self.username),
            password: self.password.into(),
            disability_type: none_if_empty(self.disability_types).map(|kinds| kinds.into_iter().collect()),
            disability_plan: none_if_empty(self.disability_plans).map(|plans| plans.into_iter().collect()),
            date_of_birth: self.date_of_birth,
            grade: self.grade,
            on_quick_list: None,
            roster_tag_id: change_or_keep(self.roster_tag_id),
            safe_search: self.safe_search,
            allow_search_downloads: change_or_keep(self.allow_search_downloads),
        }
    }
}

/// An option that may be repeated; `None` if it was omitted.
fn none_if_empty<T>(values: Vec<T>) -> Option<Vec<T>> {
    (!values.is_empty()).then_some(values)
}

fn print_line(member: &Member) {
    let account = &member.reader.account;
    let place = account.membership.as_ref();
    println!(
        "{:<24} {:<20} {:<20} {:<10} {:<4} {}",
        account.id,
        account.name.last,
        account.name.first,
        birth_date_text(account),
        place.and_then(|place| place.grade.as_deref()).unwrap_or("-"),
        account.username.as_deref().unwrap_or("-"),
    );
}

fn print_member(member: &Member) {
    let account = &member.reader.account;
    let words = |words: Vec<&str>| if words.is_empty() { "-".to_owned() } else { words.join(", ") };
    println!("member        {}", account.id);
    println!("name          {}", account.display_name());
    println!("born          {}", birth_date_text(account));
    println!("user name     {}", account.username.as_deref().unwrap_or("-"));
    println!("needs a new password  {}", account.needs_new_password);
    println!("disabilities  {}", words(member.disabilities.iter().map(|kind| kind.as_str()).collect()));
    if let Some(place) = &account.membership {
        println!("grade         {}", place.grade.as_deref().unwrap_or("-"));
        println!("plans         {}", words(place.plans.iter().map(|plan| plan.as_str()).collect()));
    }
    if let Some(tag) = &member.tag {
        println!("district      {}", tag.district.as_deref().unwrap_or("-"));
        println!("school        {}", tag.school.as_deref().unwrap_or("-"));
    }
}
