//! Starts worker processes from one thread, which lasts as long as this process: the kernel ends a worker
//! process together with the thread that started it, and those of a runtime come and go.

use std::io;
use std::sync::mpsc::{self, Sender};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::thread;

use tokio::process::{Child, Command};
use tokio::runtime::Handle;
use tokio::sync::oneshot;

type StartTask = Box<dyn FnOnce() + Send>;

/// Takes what the thread has to do. `None` if the thread could not be started.
static STARTER_THREAD: LazyLock<Option<Mutex<Sender<StartTask>>>> = LazyLock::new(|| {
    let (send, receive) = mpsc::channel::<StartTask>();
    let run = move || receive.into_iter().for_each(|start| start());
    thread::Builder::new().name("starter".to_owned()).spawn(run).ok()?;
    Some(Mutex::new(send))
});

/// Starts a command.
pub(crate) async fn spawn_command(mut command: Command) -> io::Result<Child> {
    let gone = || io::Error::other("no thread starts processes");
    let runtime = Handle::current();
    let (send, child) = oneshot::channel();
    let start: StartTask = Box::new(move || {
        let _entered = runtime.enter();
        // If the caller is gone, the process is killed on drop.
        let _ = send.send(command.spawn());
    });
    {
        let starter =
            STARTER_THREAD.as_ref().ok_or_else(gone)?.lock().unwrap_or_else(PoisonError::into_inner);
        starter.send(start).map_err(|_| gone())?;
    }
    child.await.map_err(|_| gone())?
}
