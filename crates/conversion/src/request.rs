//! All tasks as one type, as they are sent to a worker process.

use serde::{Deserialize, Serialize};

use crate::{
    ChangeSpeed, Convert, ConvertDocument, DetectTitleWorkbook, Error, ListFiles, LocateSentences,
    MakeCovers, MarkCopy, PresentBook, ReadBook, ReadContents, ReadRecords, ReadRoster, Result, Task,
    TaskTools, TraceCopy, UnpackZip, WriteCards,
};

macro_rules! requests {
    ($($task:ident),+ $(,)?) => {
        /// Any task.
        #[derive(Debug, Serialize, Deserialize)]
        pub enum Request { $(#[doc = concat!("The task `", stringify!($task), "`.")] $task($task),)+ }

        $(impl From<$task> for Request {
            fn from(task: $task) -> Self {
                Self::$task(task)
            }
        })+

        impl Request {
            /// Runs the task; returns its result as bytes.
            pub(crate) fn run(self, tools: &mut TaskTools<'_>) -> Result<Vec<u8>> {
                match self {
                    $(Self::$task(task) => encode_message(&task.run(tools)?),)+
                }
            }
        }
    };
}

requests!(
    ChangeSpeed, Convert, DetectTitleWorkbook, MakeCovers, ConvertDocument, ListFiles, LocateSentences,
    MarkCopy, PresentBook, ReadBook, ReadContents, ReadRecords, ReadRoster, TraceCopy, UnpackZip, WriteCards,
);

/// A task and its speech engine, for a worker process that knows neither.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct TaskEnvelope {
    pub(crate) speaker: crate::Speaker,
    pub(crate) request: Request,
}

pub(crate) fn encode_message<T: Serialize>(value: &T) -> Result<Vec<u8>> {
    postcard::to_stdvec(value).map_err(|error| Error::Interrupted(error.to_string()))
}

pub(crate) fn decode_message<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T> {
    postcard::from_bytes(bytes).map_err(|error| Error::Interrupted(error.to_string()))
}
