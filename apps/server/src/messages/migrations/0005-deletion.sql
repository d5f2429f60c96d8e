-- What no law keeps of a closed account is deleted after its time; what was written in the chat after the law's.
grant delete on messages_preference, messages_reader, messages_picture, messages_line, messages_thread to palpite_app;
