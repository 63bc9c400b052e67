# Formularios que se conservaron durante un inicio de sesión.
kept-form-heading = Lo que había escrito
kept-form-restored = Ha vuelto a iniciar sesión. Lo que había escrito está de nuevo en su formulario, en esta página. Todavía no se ha enviado nada: compruébelo y pulse el botón del formulario.
kept-form-files = Los archivos no se conservan: elíjalos de nuevo.
kept-form-link = Ir al formulario
kept-form-shown = Ha vuelto a iniciar sesión. La página del formulario ha cambiado, por lo que aquí se muestra lo que había escrito. Todavía no se ha enviado nada.
kept-form-text = Texto
kept-form-details = Todo lo que se envía
kept-form-target = El botón envía todo esto a la dirección { $name }.
kept-form-send = Enviar ahora
kept-form-page = Abrir la página del formulario
