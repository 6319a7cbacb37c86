swift run -c release carom new mini-golf --template ball --output ../mini-golf
cd ../mini-golf
