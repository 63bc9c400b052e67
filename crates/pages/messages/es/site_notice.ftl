# Un aviso a los visitantes de una sede.
site-notice-of = Aviso en las páginas de { $name }
site-notice-link = Aviso en todas las páginas
site-notice-about = Todas las páginas de esta sede muestran el aviso encima de su contenido, por ejemplo cuando las descargas se cierran una noche. Los invitados ven un cambio en un minuto como máximo.
site-notice-text = Texto en este idioma: { $name }
site-notice-text-missing = Escriba el texto al menos en un idioma; las páginas en los demás también lo muestran
site-notice-first-day = Primer día
site-notice-last-day = Último día
site-notice-day-hint = Año, mes y día, por ejemplo 2026-12-05. Los días empiezan y terminan a medianoche, UTC.
site-notice-day-wrong = No es una fecha: escriba año, mes y día, por ejemplo 2026-12-05
site-notice-last-day-wrong = El último día es anterior al primero
site-notice-days = El aviso se muestra desde el { $from } hasta el { $to }.
site-notice-save = Mostrar el aviso
site-notice-remove = Quitar el aviso
site-notice-saved = El aviso está guardado.
site-notice-removed = El aviso se ha quitado.
site-notice-back = Volver a la sede
