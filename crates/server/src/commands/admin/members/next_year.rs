//! `openshelf admin members next-year`: a new school year.

use clap::{Args, ValueEnum};
use domain::dates::utc_date;
use domain::grades::SCHOOL_GRADES;
use services::Operation;
use services::school_year::{
    self, LeaverFate, MAX_LISTED_LEAVERS, OtherGradeFate, YearChoices, YearPreview, YearResult,
};
use services::values::Grade;

use crate::commands::admin::operator::{outdated_error, print_run};

/// A new school year.
#[derive(Debug, Args)]
pub struct NextYear {
    /// Identifier of the organization
    #[arg(long)]
    organization: String,
    /// The last grade of the school: members in it leave
    #[arg(long, value_name = "GRADE", value_parser = SCHOOL_GRADES)]
    last_grade: String,
    /// Members who leave stay members in their grade, or are removed
    #[arg(long, value_enum, default_value_t = Leavers::Keep)]
    leavers: Leavers,
    /// Members in grades without a next one stay in them, or leave
    #[arg(long, value_enum, default_value_t = OtherGrades::Stay)]
    other_grades: OtherGrades,
    /// Report what would happen, and change nothing
    #[arg(long)]
    dry_run: bool,
}

/// Members who have finished the last grade.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Leavers {
    Keep,
    Remove,
}

/// Members in grades without a next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum OtherGrades {
    Stay,
    Leave,
}

/// Begins a new school year, or shows what that would do.
pub async fn run(args: NextYear, op: &Operation) -> anyhow::Result<()> {
    let op = &op.clone().for_organization(&args.organization).await?;
    let is_dry_run = args.dry_run;
    let choices = args.into_choices();
    let preview = school_year::preview(op, &choices).await?;
    print_preview(&preview, choices.leavers);
    if is_dry_run {
        println!("Nothing was changed: this was a dry run.");
        return Ok(());
    }
    match Box::pin(school_year::apply(op, &choices, &preview.digest)).await? {
        YearResult::Finished(Some(run)) => print_run(&run),
        YearResult::Finished(None) => println!("Nobody changes."),
        YearResult::Outdated(_) => return Err(outdated_error()),
    }
    Ok(())
}

impl NextYear {
    fn into_choices(self) -> YearChoices {
        YearChoices {
            last_grade: Grade(self.last_grade),
            leavers: match self.leavers {
                Leavers::Keep => LeaverFate::Keep,
                Leavers::Remove => LeaverFate::Remove,
            },
            other_grades: match self.other_grades {
                OtherGrades::Stay => OtherGradeFate::Stay,
                OtherGrades::Leave => OtherGradeFate::Leave,
            },
        }
    }
}

fn print_preview(preview: &YearPreview, leavers: LeaverFate) {
    if let Some(previous) = &preview.previous {
        let by = previous.made_by.as_deref().unwrap_or("the operator");
        println!("last new school year: {} by {by}, run {}", utc_date(previous.made), previous.id);
    }
    for step in &preview.steps {
        println!("{} to {}: {}", step.from, step.to, step.members);
    }
    for group in &preview.unchanged {
        println!("{} unchanged: {}", group.grade.as_deref().unwrap_or("no grade"), group.members);
    }
    let fate = match leavers {
        LeaverFate::Keep => "stay as they are",
        LeaverFate::Remove => "are removed",
    };
    println!("leavers, who {fate}: {}", preview.leavers);
    for name in &preview.leaver_names {
        println!("  {name}");
    }
    if preview.leavers > preview.leaver_names.len() {
        println!("  these are the first {MAX_LISTED_LEAVERS}");
    }
}
